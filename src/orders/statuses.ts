import { AppError, type Language } from '../base/index.ts';
import { findOwnStep, listOwnSteps, listSteps, ORDER_FLOW, type Step, VIRTUAL_STATUSES } from '../flows/index.ts';
import type { Db, Storage } from '../storage/index.ts';

/** The statuses of a workspace's orders: the four built-in virtual ones, or its own. */

/** Lists the statuses in their order. A workspace without its own has the virtual ones, named in `language`. */
export const listStatuses = (db: Db, workspaceSeq: number, language: Language = 'en'): readonly Step[] =>
  listSteps(db, workspaceSeq, ORDER_FLOW, language);

/** The ids of the statuses in some groups. */
export const idsOf = (statuses: readonly Step[], ...groups: readonly Step['group'][]): string[] =>
  statuses.filter(({ group }) => groups.includes(group)).map(({ id }) => id);

/** The statuses of orders that count in figures: all except the cancelled ones. */
export const keptStatuses = (statuses: readonly Step[]): string[] =>
  statuses.filter(({ group }) => group !== 'cancelled').map(({ id }) => id);

/** The statuses in which nothing is left to do. */
export const closedStatuses = (db: Db, workspaceSeq: number): string[] =>
  idsOf(listStatuses(db, workspaceSeq), 'done', 'cancelled');

/** The statuses of cancelled orders, on which nothing is owed. */
export const cancelledStatuses = (db: Db, workspaceSeq: number): string[] =>
  idsOf(listStatuses(db, workspaceSeq), 'cancelled');

/**
 * Finds a status that an order may be put into: an active status of the workspace's set, or a virtual one if the set is
 * empty.
 *
 * @throws invalid_status, which lists the statuses that are allowed
 */
export function getActiveStatus(db: Db, workspaceSeq: number, id: string): Step {
  const status = findOwnStep(db, workspaceSeq, ORDER_FLOW, id) ?? findVirtual(db, workspaceSeq, id);
  if (status?.active === true) return status;
  const active = listStatuses(db, workspaceSeq).filter((one) => one.active);
  const allowed = active.slice(0, MOST_TOLD).map(({ id, name }) => ({ id, name }));
  throw new AppError({ rule: 'invalid_status' }, { statusId: id.slice(0, 200), allowed });
}

const MOST_TOLD = 20;

const findVirtual = (db: Db, workspaceSeq: number, id: string): Step | undefined =>
  listOwnSteps(db, workspaceSeq, ORDER_FLOW).length > 0 ? undefined : VIRTUAL_STATUSES.find((one) => one.id === id);

/**
 * True if an order that enters the status takes its goods from stock. A restored order may also enter an inactive
 * status.
 */
export const writesOffStock = (db: Db, workspaceSeq: number, id: string): boolean =>
  findOwnStep(db, workspaceSeq, ORDER_FLOW, id)?.writesOffStock === true;

/**
 * True if any status of the workspace takes goods from stock. The answer is kept until a setting changes: most shops
 * have no such status, and creates are frequent.
 */
export const hasWriteOffs = (storage: Storage, workspaceSeq: number): boolean =>
  storage.keep(`write-offs of ${workspaceSeq}`, ['statuses'], () =>
    listOwnSteps(storage.read, workspaceSeq, ORDER_FLOW).some((status) => status.writesOffStock),
  );
