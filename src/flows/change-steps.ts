/**
 * A workspace begins with a built-in set of steps, the virtual set. The first change copies this set as the workspace's
 * own.
 */

import { and, eq } from 'drizzle-orm';
import { AppError, type Language, validationFailed } from '../base/index.ts';
import { type AuditAction, STEP_GROUPS, type Tx } from '../storage/index.ts';
import { type Changes, cleanName, diff, isSame, type WorkspaceCtx, writeAudit } from '../workspaces/index.ts';
import type { Flow, Step, StepGroup } from './flow.ts';
import { listOwnSteps, listSteps } from './list-steps.ts';

const NAME_CHARS = 60;
const ID_CHARS = 64;
const ID = /^[a-z0-9][a-z0-9-]{0,63}$/;

/**
 * `flow` is the set of steps to change. If a workspace still has the built-in set, its first change copies that set
 * with the names in `language`.
 */
export interface FlowCtx {
  readonly flow: Flow;
  readonly language: Language;
}

export interface NewStep extends Pick<Step, 'name' | 'tone' | 'group'> {
  /** The id of the step; generated if left out. It never changes, because integrations send it. */
  readonly id?: string | undefined;
  readonly writesOffStock?: boolean | undefined;
}

export type StepPatch = { readonly [Field in keyof Omit<Step, 'id'>]?: Step[Field] | undefined };

/** Adds a step at the end of its group. @throws validation_failed */
export async function addStep(ctx: WorkspaceCtx, { flow, language, ...input }: NewStep & FlowCtx): Promise<Step> {
  checkSwitches(flow, input);
  if (input.id !== undefined && !ID.test(input.id)) {
    throw validationFailed([{ path: 'id', rule: 'step_id', most: ID_CHARS }]);
  }
  return ctx.storage.write((tx) => {
    const set = listSteps(tx.db, ctx.workspace.seq, flow, language);
    const id = input.id ?? `${flow.idPrefix}-${tx.newId()}`;
    const name = cleanStepName(input.name, set);
    const step = { ...input, id, name, active: true, writesOffStock: input.writesOffStock ?? false };
    if (set.some((one) => one.id === id)) throw validationFailed([{ path: 'id', rule: 'step_id_taken' }]);
    if (set.length >= flow.most) throw validationFailed([{ path: 'name', rule: 'steps_full', most: flow.most }]);
    makeOwn(tx, ctx, flow, set);
    insertSteps(tx, ctx, flow, [step], set.length);
    renumber(tx, ctx, flow, set.map((one) => one.id).toSpliced(placeIn(set, step.group), 0, id));
    tell(tx, ctx, flow, `${flow.step}.added`, id, diff({}, { ...input, id: undefined, name }));
    return step;
  });
}

/**
 * Changes the fields in the patch. The id never changes. Orders keep a status that is switched off.
 * @throws not_found; validation_failed, also if the initial step would be switched off
 */
export async function updateStep(
  ctx: WorkspaceCtx,
  { flow, language, id, ...patch }: StepPatch & FlowCtx & { readonly id: string },
): Promise<void> {
  checkSwitches(flow, patch);
  await ctx.storage.write((tx) => {
    const set = listSteps(tx.db, ctx.workspace.seq, flow, language);
    const before = getStep(set, id);
    if (id === flow.initialId && patch.active === false) {
      throw validationFailed([{ path: 'active', rule: 'status_stays_on' }]);
    }
    const others = set.filter((step) => step !== before);
    const clean = { ...patch, ...(patch.name === undefined ? {} : { name: cleanStepName(patch.name, others) }) };
    const changes = diff(before, clean);
    if (isSame(changes)) return;
    makeOwn(tx, ctx, flow, set);
    const own = rowOf(ctx, flow, id);
    tx.db.update(flow.table).set(clean).where(own).run();
    tell(tx, ctx, flow, `${flow.step}.updated`, id, changes);
  });
}

/**
 * Reorders the steps; `ids` lists all of them.
 * @throws precondition_failed if `ids` is not the exact set of steps, because somebody added or deleted one
 */
export function orderSteps(
  ctx: WorkspaceCtx,
  { flow, language, ids }: FlowCtx & { readonly ids: readonly string[] },
): Promise<void> {
  return ctx.storage.write((tx) => {
    const set = listSteps(tx.db, ctx.workspace.seq, flow, language);
    const before = set.map(({ id }) => id);
    const isSameSet = ids.length === before.length && before.every((id) => ids.includes(id));
    if (!isSameSet) throw new AppError({ rule: 'steps_changed' });
    if (ids.every((id, at) => id === before[at])) return;
    makeOwn(tx, ctx, flow, set);
    renumber(tx, ctx, flow, ids);
    const names = (order: readonly string[]): string[] => order.map((id) => getStep(set, id).name);
    tell(tx, ctx, flow, `${flow.step}.reordered`, ctx.workspace.id, { order: { from: names(before), to: names(ids) } });
  });
}

/**
 * Finds a step and checks that it may be deleted. Does not check whether an order or inquiry is still on the step.
 * @throws not_found; validation_failed for the initial step and for the only step of a set
 */
export function getRemovable(tx: Tx, ctx: WorkspaceCtx, { flow, language }: FlowCtx, id: string): Step {
  if (id === flow.initialId) throw validationFailed([{ path: 'id', rule: 'status_stays' }]);
  const set = listSteps(tx.db, ctx.workspace.seq, flow, language);
  const step = getStep(set, id);
  if (set.length === 1) throw validationFailed([{ path: 'id', rule: 'stage_last' }]);
  return step;
}

/**
 * Deletes a step from its set. The caller must have made sure that no order or inquiry is on the step.
 * @param more further changes that the history shows in the entry for this deletion
 */
export function dropStep(
  tx: Tx,
  ctx: WorkspaceCtx,
  { flow, language }: FlowCtx,
  { id, name }: Step,
  more: Changes = {},
): void {
  makeOwn(tx, ctx, flow, listSteps(tx.db, ctx.workspace.seq, flow, language));
  const own = rowOf(ctx, flow, id);
  tx.db.delete(flow.table).where(own).run();
  tell(tx, ctx, flow, `${flow.step}.removed`, id, { name: { from: name, to: null }, ...more });
}

function getStep(set: readonly Step[], id: string): Step {
  const found = set.find((step) => step.id === id);
  if (found === undefined) throw new AppError({ rule: 'no_step' });
  return found;
}

function cleanStepName(text: string, others: readonly Step[]): string {
  const name = cleanName('name', text, NAME_CHARS);
  const folded = name.toLowerCase();
  if (others.some((other) => other.name.toLowerCase() === folded)) {
    throw validationFailed([{ path: 'name', rule: 'step_name_taken' }]);
  }
  return name;
}

function checkSwitches(flow: Flow, input: StepPatch): void {
  const named = (['active', 'writesOffStock'] as const).filter((field) => input[field] !== undefined);
  if (flow.hasSwitches || named.length === 0) return;
  throw validationFailed(named.map((path) => ({ path, rule: 'shape_unknown' })));
}

const rowOf = ({ workspace }: WorkspaceCtx, { table }: Flow, id: string) =>
  and(eq(table.workspaceSeq, workspace.seq), eq(table.id, id));

/**
 * Returns the position of a new step: after all steps of its group and of earlier groups. So the steps for done and
 * canceled work stay last.
 */
function placeIn(set: readonly Step[], group: StepGroup): number {
  const upTo = STEP_GROUPS.indexOf(group);
  return set.findLastIndex((step) => STEP_GROUPS.indexOf(step.group) <= upTo) + 1;
}

function makeOwn(tx: Tx, ctx: WorkspaceCtx, flow: Flow, set: readonly Step[]): void {
  if (listOwnSteps(tx.db, ctx.workspace.seq, flow).length > 0) return;
  insertSteps(tx, ctx, flow, set, 0);
  tell(tx, ctx, flow, 'status.set_made_own', ctx.workspace.id);
}

function insertSteps(tx: Tx, { workspace }: WorkspaceCtx, { table }: Flow, steps: readonly Step[], from: number): void {
  for (const [at, step] of steps.entries()) {
    const row = { ...step, workspaceSeq: workspace.seq, position: from + at };
    tx.db.insert(table).values(row).run();
  }
}

function renumber(tx: Tx, ctx: WorkspaceCtx, flow: Flow, ids: readonly string[]): void {
  for (const [position, id] of ids.entries()) {
    const own = rowOf(ctx, flow, id);
    tx.db.update(flow.table).set({ position }).where(own).run();
  }
}

function tell(
  tx: Tx,
  { workspace, actor }: WorkspaceCtx,
  { topic }: Flow,
  action: AuditAction,
  subject: string,
  changes?: Changes,
): void {
  const entry = { workspaceSeq: workspace.seq, actor, action, subject };
  writeAudit(tx, changes === undefined ? entry : { ...entry, changes });
  tx.notify(topic, workspace.seq);
}
