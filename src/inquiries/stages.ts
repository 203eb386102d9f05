import { asc, eq } from 'drizzle-orm';
import { type Db, givenNumber, inquiryStages, prepared } from '../storage/index.ts';

/** The presets that an owner chooses from: each a pair of colours whose contrast is known, in light and dark. */
export const TONES = ['new', 'busy', 'move', 'good', 'bad', 'sea', 'pink', 'idle'] as const;
export type Tone = (typeof TONES)[number];

export interface Stage {
  readonly id: string;
  readonly name: string;
  readonly tone: Tone;
  /** What stands there is done with: it never waits too long. */
  readonly terminal: boolean;
}

const statements = prepared((db) => ({
  all: db
    .select({
      id: inquiryStages.id,
      name: inquiryStages.name,
      tone: inquiryStages.tone,
      terminal: inquiryStages.terminal,
    })
    .from(inquiryStages)
    .where(eq(inquiryStages.workspaceSeq, givenNumber('workspaceSeq')))
    .orderBy(asc(inquiryStages.position), asc(inquiryStages.id))
    .prepare(),
}));

/** In their order; every new inquiry comes to the first. */
export const listStages = (db: Db, workspaceSeq: number): Stage[] =>
  statements(db)
    .all.all({ workspaceSeq })
    .map((stage) => ({ ...stage, tone: TONES.find((tone) => tone === stage.tone) ?? 'idle' }));

/** A stage as the history keeps it: its name may change, and it may go. */
export const namedStage = (stages: readonly Stage[], id: string): { readonly id: string; readonly name: string } => ({
  id,
  name: stages.find((stage) => stage.id === id)?.name ?? id,
});
