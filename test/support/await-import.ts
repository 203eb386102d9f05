import type { Visitor } from './browser-session.ts';
import { expectOk } from './http-answers.ts';
import { until } from './until.ts';

interface Sending {
  readonly id?: string;
  readonly type?: string;
}

/** Sends a table as the page of imports does. @param table a text, or the bytes of a file */
export const sendTable = (who: Visitor, path: string, table: unknown, { id, type = 'text/csv' }: Sending = {}) =>
  who.post(path, table, { 'content-type': type, ...(id === undefined ? {} : { 'idempotency-key': id }) });

/** The result of an import, once it is completed. @param workspace its path: `/app/api/workspaces/ID` */
export const importDone = (who: Visitor, workspace: string, id: string, patienceMs?: number) =>
  until(
    'the import to be completed',
    async () => {
      const it = expectOk(await who.get(`${workspace}/imports/${id}`));
      return it.isDone === true && it;
    },
    patienceMs,
  );

/**
 * Imports a table and waits until the import is completed.
 * @param path relative to `workspace`, such as `orders/import`
 * @returns the result
 */
export async function bringTable(who: Visitor, workspace: string, path: string, table: unknown) {
  const { started } = expectOk(await sendTable(who, `${workspace}/${path}`, table));
  return importDone(who, workspace, started.id);
}
