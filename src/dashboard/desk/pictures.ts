import { t } from 'elysia';
import { PICTURE_MOST } from '../../base/index.ts';
import type { Picture } from '../../workspaces/index.ts';

/** Base64, four letters for three bytes. The bound is somewhat wider, so that the refusal names the true one. */
export const PictureText = t.String({ maxLength: PICTURE_MOST * 2 });

export const readPictureText = (text: string): Uint8Array => Buffer.from(text, 'base64');

/**
 * Serves a picture that stays harmless when opened by itself, whatever its bytes contain. Its address changes with it.
 *
 * @param isKept false: no browser puts it on its disk
 */
export const pictureResponse = ({ type, image }: Picture, { isKept }: { readonly isKept: boolean }): Response =>
  new Response(new Uint8Array(image), {
    headers: {
      'content-type': type,
      'content-security-policy': "default-src 'none'; sandbox",
      'cache-control': isKept ? 'private, max-age=31536000, immutable' : 'no-store',
    },
  });
