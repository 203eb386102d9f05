import { createSlots, type Slots, type TextSlots } from '../../base/index.ts';
import type { Session } from '../../people/index.ts';
import type { Call } from '../../web/index.ts';
import type { Workspace } from '../../workspaces/index.ts';

export interface DashboardSlots extends TextSlots {
  /** The slots for uploaded files, and for the work on them until the answer. */
  readonly uploads: Slots;
  /** The slots for downloads of tables and backups. A download occupies its slot until its last byte is sent. */
  readonly exports: Slots;
  /** The slots for reports that add up many rows. */
  readonly reports: Slots;
  /** The slots for changes of many orders. Such changes wait for one another within a workspace. */
  readonly changes: Slots;
}

/** A person has several slots for uploads, to choose a file again while the server still reads the previous one. */
export const createDashboardSlots = (texts: TextSlots): DashboardSlots => ({
  ...texts,
  uploads: createSlots({ person: 3, workspace: 6, server: 32 }),
  exports: createSlots({ person: 3, workspace: 6, server: 32 }),
  // Reports have more slots, because a person may have several pages open, and each may take a slot.
  reports: createSlots({ person: 6, workspace: 24, server: 128 }),
  changes: createSlots({ person: 4, workspace: 24, server: 128 }),
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

/** All holders of the set-up link count as one person. */
const SETTER_UP = 'setup';

/** Takes a slot until the request ends, with or without success. @throws rate_limited */
export function takeSlot({ slots, call, session, workspace }: Taker, { kind, size }: TakenSlot): void {
  const holder = { person: session?.person.id ?? SETTER_UP, workspace: workspace?.seq };
  call.afterwards.push(slots[kind].take(holder, size));
}
