/**
 * The type and size of a picture, read from its file header. The server and the browser share this code. Must never:
 * unpack a pixel.
 */
export { checkPicture, PICTURE_MOST } from './picture-fault.ts';
export type { PictureHead } from './picture-head.ts';
