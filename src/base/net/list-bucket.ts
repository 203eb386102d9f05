import { askBucket, elementText, type ObjectStoreSettings } from './call-bucket.ts';

export interface StoredObject {
  readonly key: string;
  readonly bytes: number;
}

interface ListedPage {
  readonly objects: readonly StoredObject[];
  /** The token for the next page; undefined on the last page. */
  readonly next: string | undefined;
  /**
   * The length of the whole answer in characters. Each object's `key` is a slice of the answer, so one key keeps the
   * whole answer in memory. `listAll` therefore limits the sum of these lengths.
   */
  readonly chars: number;
}

interface PageWish {
  readonly bucket: string;
  readonly prefix: string;
  /** The `next` of the previous page. */
  readonly after: string | undefined;
  readonly signal: AbortSignal;
}

/** @throws the errors of `askBucket` */
export async function listPage(settings: ObjectStoreSettings, wish: PageWish): Promise<ListedPage> {
  const { bucket, prefix, after, signal } = wish;
  const query = { 'continuation-token': after, 'list-type': '2', prefix };
  const { text } = await askBucket(settings, { method: 'GET', bucket, query, signal });
  const next = elementText(text, 'NextContinuationToken');
  const isLast = elementText(text, 'IsTruncated') !== 'true';
  return { objects: objectsIn(text), next: isLast ? undefined : next, chars: text.length };
}

/**
 * The maximum number of objects in one page of a listing. A page with more objects is refused, because splitting an
 * answer of 8 MiB with empty entries took 100 ms. Real servers list a thousand objects in a page.
 */
const MOST_IN_PAGE = 50_000;
/** The maximum number of characters to decode in one answer. Decoding 8 MiB took half a second. */
const MOST_ENCODED = 262_144;

function objectsIn(text: string): StoredObject[] {
  const [, ...parts] = text.split('<Contents>', MOST_IN_PAGE + 2);
  if (parts.length > MOST_IN_PAGE) throw new Error(`one answer lists more than ${MOST_IN_PAGE} objects`);
  let encoded = 0;
  return parts.flatMap((part) => {
    if (part.includes('&')) encoded += part.length;
    if (encoded > MOST_ENCODED) throw new Error('the keys in one answer have too many entities');
    const [key, size] = [elementText(part, 'Key'), elementText(part, 'Size')];
    return key === undefined ? [] : [{ key, bytes: Number(size ?? 0) || 0 }];
  });
}
