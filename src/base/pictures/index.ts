/**
 * Pictures, as far as their heads: what they are, and how large. Browsers read them by the same code.
 * Must never: unpack a pixel.
 */
export { checkPicture, PICTURE_MOST } from './picture-fault.ts';
export type { PictureHead } from './picture-head.ts';
