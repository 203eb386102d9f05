import { HIDDEN_QUERY } from '../../shared/hidden-query.ts';
import { refusalOf } from './refusal.ts';
import { fetchSignedIn } from './session-ended.ts';

/** For a browser that begins to save a moment after it was asked to. */
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

/** Has the browser save what the page has. */
export const saveText = (text: string, name: string): void => saveBlob(new Blob([text], { type: 'text/plain' }), name);

/**
 * Has the browser save a file. What was searched for would stand in its list of downloads with the address: then the file is
 * fetched, and saved from there. Any other goes straight to the disk.
 *
 * @throws Refusal when it did not come
 */
export async function saveFile(
  path: string,
  { filter, format }: { readonly filter: string; readonly format: 'csv' | 'xlsx' },
): Promise<void> {
  const query = new URLSearchParams({ filter, format }).toString();
  if (!new URLSearchParams(filter).has('q')) return saveAs(`${path}?${query}`, '');
  await saveAnswer(await fetchSignedIn(path, { headers: { [HIDDEN_QUERY]: query } }));
}

/** The same of what is asked for by a body, which stands in no address. @throws Refusal */
export async function saveAsked(path: string, body: object): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  await saveAnswer(await fetchSignedIn(path, { method: 'POST', headers, body: JSON.stringify(body) }));
}

async function saveAnswer(answer: Response): Promise<void> {
  if (!answer.ok) throw refusalOf(await answer.json());
  const [, name = ''] = /filename="([^"]*)"/.exec(answer.headers.get('content-disposition') ?? '') ?? [];
  saveBlob(await answer.blob(), name);
}
