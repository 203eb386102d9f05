/** A page refuses a picture by the bytes that the server would refuse it by. */
export { checkPicture, PICTURE_MOST } from '../../base/pictures/index.ts';
