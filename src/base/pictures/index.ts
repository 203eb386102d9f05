/** The heads of pictures: their type and size. Browsers use the same code. Must never: unpack a pixel. */
export { checkPicture, PICTURE_MOST } from './picture-fault.ts';
export type { PictureHead } from './picture-head.ts';
