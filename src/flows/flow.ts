import type { Language } from '../base/index.ts';
import { inquiryStages, type STEP_GROUPS, type STEP_TONES, statuses } from '../storage/index.ts';

type StepTone = (typeof STEP_TONES)[number];
/** The meaning of a step. On a done or canceled step, nothing counts as waiting or late. */
export type StepGroup = (typeof STEP_GROUPS)[number];

export interface Step {
  readonly id: string;
  readonly name: string;
  /** True if an order may be moved to the status; always true for a stage. */
  readonly active: boolean;
  readonly tone: StepTone;
  readonly group: StepGroup;
  /** True if an order takes its goods from stock when it first enters the status. It is always false for a stage. */
  readonly writesOffStock: boolean;
}

export interface Flow {
  readonly table: typeof statuses;
  /**
   * The limit on steps in a set. A filter of the orders page must accept this many values, so that the user can select
   * all statuses.
   */
  readonly most: number;
  /** The part before the dot in the history's action codes, such as `status` in `status.added`. */
  readonly step: 'status' | 'inquiry_stage';
  readonly topic: 'workspaces' | 'inquiries';
  readonly idPrefix: string;
  readonly hasSwitches: boolean;
  /** The step of every new order. It can be renamed, but never switched off or deleted. */
  readonly initialId: string | undefined;
  readonly virtualIn: (language: Language) => readonly Step[];
}

export const INITIAL_STATUS_ID = 'status-new';

const virtual = (id: string, name: string, tone: StepTone, group: StepGroup): Step => ({
  id,
  name,
  tone,
  group,
  active: true,
  writesOffStock: false,
});

/** The statuses of a workspace without a set of its own (contract, section 3). */
export const VIRTUAL_STATUSES: readonly Step[] = [
  virtual(INITIAL_STATUS_ID, 'New', 'new', 'new'),
  virtual('status-in-progress', 'In progress', 'busy', 'work'),
  virtual('status-closed', 'Closed', 'good', 'done'),
  virtual('status-cancelled', 'Cancelled', 'idle', 'cancelled'),
];

const RUSSIAN: Readonly<Record<string, string>> = {
  [INITIAL_STATUS_ID]: 'Новый',
  'status-in-progress': 'В работе',
  'status-closed': 'Закрыт',
  'status-cancelled': 'Отменён',
};

export const ORDER_FLOW: Flow = {
  table: statuses,
  most: 50,
  step: 'status',
  topic: 'workspaces',
  idPrefix: 'status',
  hasSwitches: true,
  initialId: INITIAL_STATUS_ID,
  // People see these names in their own language, but events always contain the English names (contract, section 3).
  virtualIn: (language) =>
    language === 'en'
      ? VIRTUAL_STATUSES
      : VIRTUAL_STATUSES.map((status) => ({ ...status, name: RUSSIAN[status.id] ?? status.name })),
};

/** Every workspace has three stages of its own from the start (contract, section 4). */
export const INQUIRY_FLOW: Flow = {
  table: inquiryStages,
  most: 20,
  step: 'inquiry_stage',
  topic: 'inquiries',
  idPrefix: 'stage',
  hasSwitches: false,
  initialId: undefined,
  virtualIn: () => [],
};
