import { and, asc, eq } from 'drizzle-orm';
import type { Language } from '../base/index.ts';
import { type Db, given, givenNumber, prepared } from '../storage/index.ts';
import { type Flow, INQUIRY_FLOW, ORDER_FLOW, type Step } from './flow.ts';

function statementsOf(db: Db, { table }: Flow) {
  const { id, name, active, tone, group, writesOffStock } = table;
  const steps = () => db.select({ id, name, active, tone, group, writesOffStock }).from(table);
  const ofWorkspace = eq(table.workspaceSeq, givenNumber('workspaceSeq'));
  return {
    all: steps().where(ofWorkspace).orderBy(asc(table.position), asc(table.id)).prepare(),
    byId: steps()
      .where(and(ofWorkspace, eq(id, given('id'))))
      .prepare(),
  };
}

const statements = prepared((db) => ({
  status: statementsOf(db, ORDER_FLOW),
  inquiry_stage: statementsOf(db, INQUIRY_FLOW),
}));

/** Lists the workspace's own steps in their sequence; none while it uses the built-in steps. */
export const listOwnSteps = (db: Db, workspaceSeq: number, flow: Flow): Step[] =>
  statements(db)[flow.step].all.all({ workspaceSeq });

export function listSteps(db: Db, workspaceSeq: number, flow: Flow, language: Language = 'en'): readonly Step[] {
  const own = listOwnSteps(db, workspaceSeq, flow);
  return own.length > 0 ? own : flow.virtualIn(language);
}

export const findOwnStep = (db: Db, workspaceSeq: number, flow: Flow, id: string): Step | undefined =>
  statements(db)[flow.step].byId.get({ workspaceSeq, id });
