/** A browser's own process has ended. Such a fault is the browser's: what a page does wrong never shows like this. */
export class BrowserCrash extends Error {}
