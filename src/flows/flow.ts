import type { Language } from '../base/index.ts';
import { inquiryStages, type STEP_GROUPS, type STEP_TONES, statuses } from '../storage/index.ts';

type StepTone = (typeof STEP_TONES)[number];
/** The meaning of a step: nothing waits, and nothing is late, on one that is done or cancelled. */
export type StepGroup = (typeof STEP_GROUPS)[number];

/** A status of orders, or a stage of inquiries. */
export interface Step {
  readonly id: string;
  readonly name: string;
  /** An order may be put in it; a stage always is. */
  readonly active: boolean;
  readonly tone: StepTone;
  readonly group: StepGroup;
  /** The first entry of an order takes its goods from stock; no stage does. */
  readonly writesOffStock: boolean;
}

/** The difference between the two sets of steps. */
export interface Flow {
  readonly table: typeof statuses;
  /** The most steps of a set. A filter of the orders page takes as many values. */
  readonly most: number;
  /** The history's name for one of its steps. */
  readonly step: 'status' | 'inquiry_stage';
  /** The topic under which its readers are told of changes. */
  readonly topic: 'workspaces' | 'inquiries';
  /** The beginning of a new id where none was chosen. */
  readonly idPrefix: string;
  /** True if a step can be switched off, and can write off stock. */
  readonly hasSwitches: boolean;
  /** The step where everything begins: it can be renamed, never switched off or deleted. */
  readonly initialId: string | undefined;
  /** The steps of a workspace that has none of its own. */
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

/** The statuses of a workspace that has none of its own (contract, section 3). */
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
  // In the reader's language; events have the English names (contract, section 3).
  virtualIn: (language) =>
    language === 'en'
      ? VIRTUAL_STATUSES
      : VIRTUAL_STATUSES.map((status) => ({ ...status, name: RUSSIAN[status.id] ?? status.name })),
};

/** Every workspace begins with three stages of its own (contract, section 4). */
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
