/** Pages refuse a picture by the same bytes as the server. */
export { checkPicture, PICTURE_MOST } from '../../base/pictures/index.ts';
