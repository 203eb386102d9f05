/** Pages and server share this check, so that both refuse the same pictures. */
export { checkPicture, PICTURE_MOST } from '../../base/pictures/index.ts';
