import { type HistoryFilter, listHistory, listStatuses } from '../../orders/index.ts';
import { type Reading, shown } from '../desk/index.ts';
import { HistoryAnswer } from './answers.ts';
import { nameSubjects } from './subjects.ts';

const PAGE = 50;

/** Reads a page of the history. The changes on one page may take half a megabyte, so another thread reads them. */
export const readHistory: Reading<
  { readonly filter: HistoryFilter; readonly cursor?: string | undefined },
  (typeof HistoryAnswer)['static']
> = {
  name: 'history',
  async read(ctx, { filter, cursor }) {
    const { rows, nextCursor } = await listHistory(ctx, { filter, limit: PAGE, cursor });
    const names = await nameSubjects(ctx, rows);
    const statuses = listStatuses(ctx.storage.read, ctx.workspace.seq, ctx.language);
    return shown(HistoryAnswer.data, {
      rows: rows.map((row) => ({
        ...row,
        actorType: row.actor.type,
        isOwn: row.subject === row.actor.id,
        subjectName: names.get(row.subject) ?? null,
      })),
      nextCursor,
      statuses,
    });
  },
};
