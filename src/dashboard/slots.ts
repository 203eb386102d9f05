import { createSlots, type SlotHolder, type Slots } from '../base/index.ts';

/** What may be under way at once, by what it is. */
export interface DashboardSlots {
  /** Files that are sent, and what is made of them until the answer. */
  readonly uploads: Slots;
  /** Large bodies in JSON, by bytes. */
  readonly bodies: Slots;
  /** Tables and backups that are fetched, until their last byte. */
  readonly exports: Slots;
  /** Figures that are added up from much. */
  readonly reports: Slots;
}

/** A person may look at a file again while the server still reads the one before. */
export const createDashboardSlots = (bodies: Slots): DashboardSlots => ({
  bodies,
  uploads: createSlots({ person: 3, workspace: 6, server: 32 }),
  exports: createSlots({ person: 3, workspace: 6, server: 32 }),
  // One for each page that somebody has open.
  reports: createSlots({ person: 6, workspace: 24, server: 128 }),
});

export interface AtSlots {
  readonly slots: DashboardSlots;
  /** Does something once the answer is there, whatever it is: also where the handler fails, or nobody waits for it any more. */
  readonly whenAnswered: (request: Request, work: () => void) => void;
}

interface TakenSlot {
  readonly kind: keyof DashboardSlots;
  readonly holder: SlotHolder;
  readonly size?: number;
}

/** Takes a slot until the request is answered, however that ends. @throws rate_limited */
export function takeSlot({ slots, whenAnswered }: AtSlots, request: Request, { kind, holder, size }: TakenSlot): void {
  whenAnswered(request, slots[kind].take(holder, size));
}
