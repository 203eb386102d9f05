/**
 * The statuses of a workspace's orders: its own, or else the four built-in ones. The built-in ones are virtual, which
 * means that no row stores them.
 */

import { AppError, type Language } from '../base/index.ts';
import { findOwnStep, listOwnSteps, listSteps, ORDER_FLOW, type Step, VIRTUAL_STATUSES } from '../flows/index.ts';
import type { Db, Storage } from '../storage/index.ts';

/** Lists the workspace's own statuses. If the workspace has none, lists the built-in statuses, named in `language`. */
export const listStatuses = (db: Db, workspaceSeq: number, language: Language = 'en'): readonly Step[] =>
  listSteps(db, workspaceSeq, ORDER_FLOW, language);

export const idsOf = (statuses: readonly Step[], ...groups: readonly Step['group'][]): string[] =>
  statuses.filter(({ group }) => groups.includes(group)).map(({ id }) => id);

export const keptStatuses = (statuses: readonly Step[]): string[] =>
  statuses.filter(({ group }) => group !== 'cancelled').map(({ id }) => id);

export const closedStatuses = (db: Db, workspaceSeq: number): string[] =>
  idsOf(listStatuses(db, workspaceSeq), 'done', 'cancelled');

export const cancelledStatuses = (db: Db, workspaceSeq: number): string[] =>
  idsOf(listStatuses(db, workspaceSeq), 'cancelled');

/** @throws invalid_status, which lists the allowed statuses */
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

/** Returns true if a status takes goods from stock. Inactive statuses count, because a restored order may get one. */
export const writesOffStock = (db: Db, workspaceSeq: number, id: string): boolean =>
  findOwnStep(db, workspaceSeq, ORDER_FLOW, id)?.writesOffStock === true;

/**
 * Returns true if any status takes goods from stock. The answer is cached until a setting changes, because every new
 * order needs it.
 */
export const hasWriteOffs = (storage: Storage, workspaceSeq: number): boolean =>
  storage.keep(`write-offs of ${workspaceSeq}`, ['statuses'], () =>
    listOwnSteps(storage.read, workspaceSeq, ORDER_FLOW).some((status) => status.writesOffStock),
  );
