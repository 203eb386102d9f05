import type { Mapping } from '../../orders-import/columns.ts';
import { dataOf } from '../call-server.ts';
import type { ordersOf } from '../orders/data.ts';
import { Refusal, refusalOf } from '../refusal.ts';
import { fetchSignedIn } from '../sign-in/session-ended.ts';
import { workspace } from '../state.ts';

type Answered = Awaited<ReturnType<ReturnType<typeof ordersOf>['import']['post']>>['data'];
/** What the server makes of a file. */
export type FileAnswer = NonNullable<Answered>['data'];

export interface Sending {
  /** Undefined lets the headings say. */
  readonly mapping: Mapping | undefined;
  /** Undefined looks and writes nothing; else whether webhooks hear of the new orders. */
  readonly tell: boolean | undefined;
}

/** Sends a file to be looked at, or imported. @throws Refusal */
export async function sendFile(file: File, { mapping, tell }: Sending): Promise<FileAnswer> {
  const params = new URLSearchParams();
  if (tell === undefined) params.set('dryRun', '1');
  if (tell === true) params.set('tell', '1');
  if (mapping !== undefined) params.set('mapping', mapping.map((field) => field ?? '').join(','));
  const path = `/app/api/workspaces/${workspace.value?.id}/orders/import?${params}`;
  let answer: unknown;
  try {
    const response = await fetchSignedIn(path, { method: 'POST', headers: { 'content-type': 'text/csv' }, body: file });
    answer = await response.json();
  } catch (error) {
    throw error instanceof Refusal ? error : new Refusal('no_answer', '', '');
  }
  const data = dataOf<FileAnswer>(answer);
  if (data === undefined) throw refusalOf(answer);
  return data;
}
