import { createSlots, type Slots, type TextSlots } from '../../base/index.ts';
import type { Session } from '../../people/index.ts';
import type { Call } from '../../web/index.ts';
import type { Workspace } from '../../workspaces/index.ts';

/** The bounds on work under way at once, by kind. */
export interface DashboardSlots extends TextSlots {
  /** Files that are sent, and what is made of them until the answer. */
  readonly uploads: Slots;
  /** Tables and backups that are fetched, until their last byte. */
  readonly exports: Slots;
  /** Figures that are added up from much. */
  readonly reports: Slots;
}

/** A person may look at a file again while the server still reads the one before. */
export const createDashboardSlots = (texts: TextSlots): DashboardSlots => ({
  ...texts,
  uploads: createSlots({ person: 3, workspace: 6, server: 32 }),
  exports: createSlots({ person: 3, workspace: 6, server: 32 }),
  // One for each page that a person has open.
  reports: createSlots({ person: 6, workspace: 24, server: 128 }),
});

interface TakenSlot {
  readonly kind: keyof DashboardSlots;
  readonly size?: number;
}

interface Taker {
  readonly slots: DashboardSlots;
  readonly call: Call;
  readonly session?: Session;
  readonly workspace?: Workspace;
}

/** All holders of the link that sets up count as one person. */
const SETTER_UP = 'setup';

/** Takes a slot until the request is answered, however that ends. @throws rate_limited */
export function takeSlot({ slots, call, session, workspace }: Taker, { kind, size }: TakenSlot): void {
  const holder = { person: session?.person.id ?? SETTER_UP, workspace: workspace?.seq };
  call.afterwards.push(slots[kind].take(holder, size));
}
