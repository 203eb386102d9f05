import type { Issue } from '../errors/index.ts';
import { isAnimated, type PictureHead, readPictureHead } from './picture-head.ts';

export const PICTURE_MOST = 200 * 1024;

/** The longest side, in pixels. A file of a few KB may unpack to a billion pixels. */
const PICTURE_SIDE = 2_000;

interface Bounds {
  readonly bytes: number;
  readonly side: number;
  readonly mayMove?: boolean;
}

const KEPT: Bounds = { bytes: PICTURE_MOST, side: PICTURE_SIDE };

/**
 * Reads a picture's header. Returns a fault if the picture is too large or not a still PNG, JPEG or WebP.
 * @param path the field with the picture
 */
export function checkPicture(
  image: Uint8Array,
  path: string,
  { bytes, side, mayMove = false }: Bounds = KEPT,
): PictureHead | { readonly fault: Issue } {
  if (image.length > bytes) return { fault: { path, rule: 'picture_size', most: bytes } };
  const head = readPictureHead(image);
  if (head === undefined || (!mayMove && isAnimated(image, head))) return { fault: { path, rule: 'picture_kind' } };
  if (Math.max(head.width, head.height) > side) return { fault: { path, rule: 'picture_pixels', most: side } };
  return head;
}
