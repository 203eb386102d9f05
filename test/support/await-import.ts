import type { Visitor } from './browser-session.ts';
import { expectOk } from './http-answers.ts';
import { until } from './until.ts';

/** Sends a table as the page of imports does. @param id the id of the import */
export const sendTable = (who: Visitor, path: string, text: string, id?: string) =>
  who.post(path, text, { 'content-type': 'text/csv', ...(id === undefined ? {} : { 'idempotency-key': id }) });

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
