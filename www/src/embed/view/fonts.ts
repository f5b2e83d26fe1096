// The font of the drawing, with the widths that the layout measured with. Most systems have one; it is fetched only
// where none is installed and a drawing is shown. In the document, because a shadow root cannot declare fonts.

import bold from '@fontsource/arimo/files/arimo-latin-700-normal.woff2?url';
import regular from '@fontsource/arimo/files/arimo-latin-400-normal.woff2?url';

const FAMILY = 'Tracklight Sans';

export function addFonts() {
  if ([...document.fonts].some(({ family }) => family.replace(/["']/g, '') === FAMILY)) return;
  const add = (address: string, weight: string, suffix: string) => {
    const own = ['Arial', 'Helvetica', 'Liberation Sans'].map((name) => `local('${name}${suffix}')`);
    const url = new URL(address, import.meta.url).href;
    document.fonts.add(
      new FontFace(FAMILY, `${own.join(', ')}, url(${JSON.stringify(url)}) format('woff2')`, { weight }),
    );
  };
  add(regular, '400', '');
  add(bold, '700', ' Bold');
}
