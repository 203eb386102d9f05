import type { Database, Statement } from 'bun:sqlite';
import { uuidToBytes } from '../../base/index.ts';
import { clientId, clientIdKey } from './client-keys.ts';

const AT_ONCE = 10_000;

interface ClientRow {
  readonly seq: number;
  readonly workspaceSeq: number;
  readonly key: string;
}

interface HistoryRow {
  readonly seq: number;
  readonly workspaceSeq: number;
  readonly subject: string;
  readonly merged: string | null;
}

/**
 * Replaces the id of every client with a hash that uses a secret. The former ids were hashes without a secret, so
 * anyone could find a phone by trying all numbers.
 */
export function keyClientIds(client: Database): void {
  const idKey = clientIdKey(client);
  keyHistory(client, idKey);
  const next = client.query<ClientRow, [number]>(
    `SELECT seq, workspace_seq AS workspaceSeq, key FROM clients WHERE seq > ? ORDER BY seq LIMIT ${AT_ONCE}`,
  );
  const update = client.query('UPDATE clients SET id = ? WHERE seq = ?');
  for (const { seq, workspaceSeq, key } of inTurn(next)) {
    update.run(uuidToBytes(clientId(idKey, workspaceSeq, key)), seq);
  }
}

/** The pattern of a client's id, a UUID of version 8. The id of a forgotten client has another version. */
const FORMER = /[\da-f]{8}-[\da-f]{4}-8[\da-f]{3}-[\da-f]{4}-[\da-f]{12}/g;

function keyHistory(client: Database, idKey: Uint8Array): void {
  const keyOf = client.query<{ key: string }, [Uint8Array, number]>(
    'SELECT key FROM clients WHERE id = ? AND workspace_seq = ?',
  );
  const next = client.query<HistoryRow, [number]>(
    `SELECT seq, workspace_seq AS workspaceSeq, subject, iif(action = 'client.changed', NULL, changes) AS merged
     FROM audit_log WHERE seq > ? AND action IN ('client.changed', 'client.merged', 'client.separated')
     ORDER BY seq LIMIT ${AT_ONCE}`,
  );
  const update = client.query('UPDATE audit_log SET subject = ?, changes = coalesce(?, changes) WHERE seq = ?');
  for (const { seq, workspaceSeq, subject, merged } of inTurn(next)) {
    const keyed = (id: string): string =>
      clientId(idKey, workspaceSeq, keyOf.get(uuidToBytes(id), workspaceSeq)?.key ?? id);
    update.run(subject.replaceAll(FORMER, keyed), merged?.replaceAll(FORMER, keyed) ?? null, seq);
  }
}

/** Yields all rows, read in portions because a file may have a million. */
function* inTurn<T extends { readonly seq: number }>(next: Statement<T, [number]>): Generator<T, void> {
  for (let last: number | undefined = 0; last !== undefined; ) {
    const rows: T[] = next.all(last);
    yield* rows;
    last = rows.at(-1)?.seq;
  }
}
