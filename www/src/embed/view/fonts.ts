// The font of the drawing, with the widths that the layout measured with. Most systems have one; it is fetched only
// where none is installed and a drawing is shown. In the document, because a shadow root cannot declare fonts.

import { addressOf } from './files.ts';

const FAMILY = 'Tracklight Sans';

export function addFonts() {
  if ([...document.fonts].some(({ family }) => family.replace(/["']/g, '') === FAMILY)) return;
  const add = (address: string, weight: string, suffix: string) => {
    const own = ['Arial', 'Helvetica', 'Liberation Sans'].map((name) => `local('${name}${suffix}')`);
    document.fonts.add(
      new FontFace(FAMILY, `${own.join(', ')}, url(${JSON.stringify(address)}) format('woff2')`, { weight }),
    );
  };
  add(addressOf('fontRegular'), '400', '');
  add(addressOf('fontBold'), '700', ' Bold');
}
