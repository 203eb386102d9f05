import { checkPicture, PICTURE_MOST } from '../../shared/pictures.ts';
import { pictureText } from './picture-text.ts';
import { Refusal } from './refusal.ts';

/** In pixels: the longest side of a scaled picture. */
const SIDE = 800;
/** In pixels: a browser unpacks a chosen picture whole, four bytes a pixel. */
const CHOSEN_SIDE = 10_000;
/** Enough bytes to find the size, which may follow a camera's notes. */
const HEAD_BYTES = 16 * 1024 * 1024;
/** Qualities to try, until the picture is small enough. */
const QUALITIES = [0.82, 0.7, 0.55, 0.4];
const SMALLER = 0.75;

type Fault = Extract<ReturnType<typeof checkPicture>, { readonly fault: unknown }>['fault'];

/** Refuses a picture in the server's own words. */
const refused = (fault: Fault): Refusal => new Refusal('wrong_field', '', '', [{ ...fault, message: '' }]);

interface Wish {
  /** The field that it is for. */
  readonly path: string;
  /** True if a picture that the server accepts is sent unchanged. */
  readonly isDrawn?: boolean;
}

/**
 * A chosen picture as the server takes it: upright, not too large, and without the notes of a camera, which may say where
 * it was taken.
 *
 * @returns a `data:` address
 * @throws Refusal
 */
export async function scaledPicture(file: Blob, { path, isDrawn = false }: Wish): Promise<string> {
  const start = new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer());
  const head = checkPicture(start, path, { bytes: HEAD_BYTES, side: CHOSEN_SIDE });
  if ('fault' in head) throw refused(head.fault);
  if (isDrawn && !('fault' in checkPicture(start, path))) return pictureText(file);
  try {
    return await pictureText(await scaled(file));
  } catch {
    throw refused({ path, rule: 'picture_kind' });
  }
}

async function scaled(file: Blob): Promise<Blob> {
  let picture = await createImageBitmap(file, { imageOrientation: 'from-image' });
  for (let side = SIDE; ; side *= SMALLER) {
    picture = await shrunk(picture, side);
    for (const quality of QUALITIES) {
      const packed = await pack(picture, quality);
      if (packed.size <= PICTURE_MOST) {
        picture.close();
        return packed;
      }
    }
  }
}

/** Scales a picture down to this longest side; a smaller picture is left alone. */
async function shrunk(picture: ImageBitmap, side: number): Promise<ImageBitmap> {
  const share = side / Math.max(picture.width, picture.height);
  if (share >= 1) return picture;
  const part = (length: number): number => Math.max(1, Math.round(length * share));
  const [resizeWidth, resizeHeight] = [part(picture.width), part(picture.height)];
  const small = await createImageBitmap(picture, { resizeWidth, resizeHeight, resizeQuality: 'high' });
  picture.close();
  return small;
}

/** WebP, or JPEG on white in a browser that packs no WebP. */
async function pack(picture: ImageBitmap, quality: number): Promise<Blob> {
  const canvas = new OffscreenCanvas(picture.width, picture.height);
  const context = canvas.getContext('2d');
  context?.drawImage(picture, 0, 0);
  const packed = await canvas.convertToBlob({ type: 'image/webp', quality });
  if (packed.type === 'image/webp' || context === null) return packed;
  context.globalCompositeOperation = 'destination-over';
  context.fillStyle = 'white';
  context.fillRect(0, 0, canvas.width, canvas.height);
  return canvas.convertToBlob({ type: 'image/jpeg', quality });
}
