/** The type and size of a picture from its file header, also for browsers. Must never: unpack a pixel. */
export { checkPicture, PICTURE_MOST } from './picture-fault.ts';
export type { PictureHead } from './picture-head.ts';
