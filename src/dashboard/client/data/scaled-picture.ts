import { checkPicture, PICTURE_MOST } from '../../shared/pictures.ts';
import { pictureText } from './picture-text.ts';
import { Refusal } from './refusal.ts';

/** The maximum width and height of a scaled picture, in pixels. */
const SIDE = 800;
/**
 * The maximum width and height of a chosen picture, in pixels. A larger picture could exhaust the memory: a browser
 * unpacks all of it, with four bytes for each pixel.
 */
const CHOSEN_SIDE = 10_000;
/**
 * The number of bytes at the start of a file that are searched for the picture's size. A camera's metadata may precede
 * the size.
 */
const HEAD_BYTES = 16 * 1024 * 1024;
const QUALITIES = [0.82, 0.7, 0.55, 0.4];
const SMALLER = 0.75;

type Fault = Extract<ReturnType<typeof checkPicture>, { readonly fault: unknown }>['fault'];

const refused = (fault: Fault): Refusal => new Refusal('wrong_field', '', '', [{ ...fault, message: '' }]);

interface Wish {
  readonly path: string;
  /** True for a drawn picture, such as a logo. It is sent unchanged if the server accepts it. */
  readonly isDrawn?: boolean;
}

/**
 * Makes a picture upright and small enough for the server. Removes a camera's metadata, which may reveal the place of a
 * photo.
 * @returns a `data:` URL
 * @throws Refusal
 */
export async function scaledPicture(file: Blob, { path, isDrawn = false }: Wish): Promise<string> {
  const start = new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer());
  const head = checkPicture(start, path, { bytes: HEAD_BYTES, side: CHOSEN_SIDE, mayMove: true });
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

async function shrunk(picture: ImageBitmap, side: number): Promise<ImageBitmap> {
  const share = side / Math.max(picture.width, picture.height);
  if (share >= 1) return picture;
  const part = (length: number): number => Math.max(1, Math.round(length * share));
  const [resizeWidth, resizeHeight] = [part(picture.width), part(picture.height)];
  const small = await createImageBitmap(picture, { resizeWidth, resizeHeight, resizeQuality: 'high' });
  picture.close();
  return small;
}

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
