import { AppError } from '../../base/index.ts';
import type { Db } from '../../storage/index.ts';
import { listStatuses } from './statuses.ts';

const MOST_TOLD = 20;

/** Tells the statuses that an order may be put in. */
export function invalidStatus(db: Db, workspaceSeq: number, statusId: string): AppError {
  const active = listStatuses(db, workspaceSeq).filter((status) => status.active);
  const allowed = active.slice(0, MOST_TOLD).map(({ id, name }) => ({ id, name }));
  return new AppError({ rule: 'invalid_status' }, { statusId: statusId.slice(0, 200), allowed });
}
