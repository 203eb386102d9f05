import { t } from 'elysia';
import { PICTURE_MOST } from '../../base/index.ts';
import { type Call, noteLarge } from '../../web/index.ts';
import type { Picture } from '../../workspaces/index.ts';

/**
 * Base64 uses four letters for three bytes. This bound is wider, so that a large picture is refused by the check that
 * names the real limit.
 */
export const PictureText = t.String({ maxLength: PICTURE_MOST * 2 });

export const readPictureText = (text: string): Uint8Array => Buffer.from(text, 'base64');

/**
 * Serves a picture that stays harmless when opened by itself. With `isKept`, browsers cache the picture for a year,
 * because a changed picture has a new address.
 */
export function pictureResponse(
  call: Call,
  { type, image }: Picture,
  { isKept }: { readonly isKept: boolean },
): Response {
  const body = new Uint8Array(image);
  noteLarge(call, body);
  return new Response(body, {
    headers: {
      'content-type': type,
      'content-security-policy': "default-src 'none'; sandbox",
      'cache-control': isKept ? 'private, max-age=31536000, immutable' : 'no-store',
    },
  });
}
