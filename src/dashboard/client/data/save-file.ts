import { HIDDEN_QUERY } from '../../shared/hidden-query.ts';
import { refusalOf } from './refusal.ts';
import { fetchSignedIn } from './session-ended.ts';

/** The time for which the file stays in memory. Some browsers begin to save it only after a while. */
const KEPT_MS = 60_000;

function saveAs(href: string, name: string): void {
  const link = document.createElement('a');
  link.href = href;
  link.download = name;
  link.click();
}

function saveBlob(blob: Blob, name: string): void {
  const href = URL.createObjectURL(blob);
  saveAs(href, name);
  setTimeout(() => URL.revokeObjectURL(href), KEPT_MS);
}

export const saveText = (text: string, name: string): void => saveBlob(new Blob([text], { type: 'text/plain' }), name);

/**
 * Saves a file. If the filter contains a search text, the page fetches the file and sends the query in a header. With a
 * link, the browser's list of downloads would show the search text.
 * @throws Refusal if the file did not arrive
 */
export async function saveFile(
  path: string,
  { filter = '', format }: { readonly filter?: string | undefined; readonly format: 'csv' | 'xlsx' },
): Promise<void> {
  const query = new URLSearchParams({ ...(filter === '' ? {} : { filter }), format }).toString();
  if (!new URLSearchParams(filter).has('q')) return saveAs(`${path}?${query}`, '');
  await saveAnswer(await fetchSignedIn(path, { headers: { [HIDDEN_QUERY]: query } }));
}

/** @throws Refusal */
export async function saveAsked(path: string, body: object): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  await saveAnswer(await fetchSignedIn(path, { method: 'POST', headers, body: JSON.stringify(body) }));
}

async function saveAnswer(answer: Response): Promise<void> {
  if (!answer.ok) throw refusalOf(await answer.json());
  const [, name = ''] = /filename="([^"]*)"/.exec(answer.headers.get('content-disposition') ?? '') ?? [];
  saveBlob(await answer.blob(), name);
}
