/**
 * The type and size of a picture, read from its file header. Browsers run this code too. Must never: unpack a pixel.
 */
export { checkPicture, PICTURE_MOST } from './picture-fault.ts';
export type { PictureHead } from './picture-head.ts';
