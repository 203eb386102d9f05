import { type DataOf, dataFrom } from '../../data/call-server.ts';
import { type here, workspaceId } from '../../data/me.ts';
import { fetchSignedIn } from '../../data/session-ended.ts';
import type { FileKind, TICKS } from './kinds.ts';

export type FileAnswer = DataOf<ReturnType<typeof here>['orders']['import']['post']>;
type Mapping = FileAnswer['mapping'];

export const matchedIn = ({ values }: FileAnswer) =>
  values.flatMap(({ field, text, to }) => (to === null ? [] : [{ field, text, to }]));

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** The user's choices for a file. The server makes each choice that is undefined. */
export interface FileChoices {
  readonly head?: number;
  readonly mapping?: Mapping;
  readonly sheet?: number;
  readonly values?: ReturnType<typeof matchedIn>;
}

interface Sending extends FileChoices {
  /** The options ticked for the import. If undefined, the server makes only a preview, which imports nothing. */
  readonly ticks?: readonly (typeof TICKS)[number][];
}

/** @throws Refusal */
export function sendFile(
  { of }: FileKind,
  file: File,
  { sheet, head, mapping, values = [], ticks }: Sending,
): Promise<FileAnswer> {
  const params = new URLSearchParams();
  for (const name of ticks ?? ['dryRun']) params.set(name, '1');
  if (sheet !== undefined) params.set('sheet', String(sheet));
  if (head !== undefined) params.set('head', String(head));
  if (mapping !== undefined) params.set('mapping', mapping.map((field) => field ?? '').join(','));
  if (values.length > 0) params.set('values', JSON.stringify(values));
  const path = `/app/api/workspaces/${workspaceId()}/${of}/import?${params}`;
  const headers = { 'content-type': /\.xlsx$/i.test(file.name) ? XLSX : 'text/csv' };
  return dataFrom(fetchSignedIn(path, { method: 'POST', headers, body: file }));
}
