import { type DataOf, dataFrom } from '../../data/call-server.ts';
import { type here, workspaceId } from '../../data/me.ts';
import { fetchSignedIn } from '../../data/session-ended.ts';
import type { FileKind } from './kinds.ts';

/** What the server makes of a file. */
export type FileAnswer = DataOf<ReturnType<typeof here>['orders']['import']['post']>;
type Mapping = FileAnswer['mapping'];

interface Beginning {
  /** Webhooks hear of the new orders. */
  readonly tell: boolean;
}

/** Undefined lets the file say. */
export interface Chosen {
  readonly head?: number;
  readonly mapping?: Mapping;
}

interface Sending extends Chosen {
  /** Undefined looks and writes nothing. */
  readonly begin?: Beginning;
}

/** Sends a file to be looked at, or imported. @throws Refusal */
export function sendFile({ of }: FileKind, file: File, { head, mapping, begin }: Sending): Promise<FileAnswer> {
  const params = new URLSearchParams();
  if (begin === undefined) params.set('dryRun', '1');
  if (begin?.tell === true) params.set('tell', '1');
  if (head !== undefined) params.set('head', String(head));
  if (mapping !== undefined) params.set('mapping', mapping.map((field) => field ?? '').join(','));
  const path = `/app/api/workspaces/${workspaceId()}/${of}/import?${params}`;
  return dataFrom(fetchSignedIn(path, { method: 'POST', headers: { 'content-type': 'text/csv' }, body: file }));
}
