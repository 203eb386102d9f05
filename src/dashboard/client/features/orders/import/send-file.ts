import type { Mapping } from '../../../../shared/import-columns.ts';
import { dataOf } from '../../../data/call-server.ts';
import { workspaceId } from '../../../data/me.ts';
import { Refusal, refusalOf } from '../../../data/refusal.ts';
import { fetchSignedIn } from '../../../data/session-ended.ts';
import type { ordersOf } from '../../../parts/orders.ts';

/** What the server makes of a file. */
export type FileAnswer = NonNullable<Awaited<ReturnType<ReturnType<typeof ordersOf>['import']['post']>>['data']>;

interface Beginning {
  /** Webhooks hear of the new orders. */
  readonly tell: boolean;
}

interface Sending {
  /** Undefined lets the headings say. */
  readonly mapping: Mapping | undefined;
  /** Undefined looks and writes nothing. */
  readonly begin?: Beginning;
}

/** Sends a file to be looked at, or imported. @throws Refusal */
export async function sendFile(file: File, { mapping, begin }: Sending): Promise<FileAnswer> {
  const params = new URLSearchParams();
  if (begin === undefined) params.set('dryRun', '1');
  if (begin?.tell === true) params.set('tell', '1');
  if (mapping !== undefined) params.set('mapping', mapping.map((field) => field ?? '').join(','));
  const path = `/app/api/workspaces/${workspaceId()}/orders/import?${params}`;
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
