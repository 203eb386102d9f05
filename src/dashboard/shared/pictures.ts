/** Pages and server share this code, so both refuse the same pictures. */
export { checkPicture, PICTURE_MOST } from '../../base/pictures/index.ts';
