import { AppError } from '../errors/index.ts';

export interface SlotHolder {
  /** A person or an API key, with a prefix that keeps the two apart. */
  readonly person: string;
  /** The workspace; undefined for a call outside any workspace. All such calls count as one workspace. */
  readonly workspace: number | undefined;
}

interface SlotBounds {
  readonly person: number;
  readonly workspace: number;
  readonly server: number;
}

/** A limit on the slow work that runs at the same time. No single person, API key or workspace can take all slots. */
export interface Slots {
  /**
   * Takes a slot. Must be called before anything is read or done.
   * @returns a function that frees the slot; calling it again does nothing
   * @throws rate_limited with `details.retryAfter`, seconds
   */
  take(holder: SlotHolder, size?: number): () => void;
  /**
   * Refuses the holder if the person, the workspace or the server is over its limit. A workspace with little work is
   * never refused because of other workspaces' work.
   * @throws rate_limited with `details.retryAfter`, seconds
   */
  look(holder: SlotHolder): void;
  /** Counts work that has already begun, even beyond the bounds. @returns a function that frees the slot */
  add(holder: SlotHolder, size: number): () => void;
}

const RETRY_SECONDS = 5;

/**
 * A workspace with a slot gets another one only while less than this share of the server's slots is taken. The other
 * slots are for workspaces that have none yet. So a few workspaces can never take all slots.
 */
const SHARED = 0.5;
/** The part of the server's bound that each workspace may use, however much others use. */
const LITTLE = 1 / 16;

/** @param refused builds the error if the person, the workspace or the server has no slot left */
export function createSlots(bounds: SlotBounds, refused = refusedOne): Slots {
  const taken = new Map<string, number>();
  /**
   * The number of taken slots. At most `bounds.workspace` slots of each workspace are counted, so that one workspace
   * cannot use up the server's slots.
   */
  let all = 0;
  const of = (name: string): number => taken.get(name) ?? 0;

  const within = (shared: string): number => Math.min(of(shared), bounds.workspace);

  function count(names: readonly [own: string, shared: string], size: number): void {
    all -= within(names[1]);
    for (const name of names) {
      const now = of(name) + size;
      if (now === 0) taken.delete(name);
      else taken.set(name, now);
    }
    all += within(names[1]);
  }

  const namesOf = ({ person, workspace }: SlotHolder): readonly [own: string, shared: string] => [
    `person ${person}`,
    workspace === undefined ? `nowhere ${person}` : `workspace ${workspace}`,
  ];

  function add(holder: SlotHolder, size: number): () => void {
    const names = namesOf(holder);
    count(names, size);
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      count(names, -size);
    };
  }

  return {
    take(holder, size = 1) {
      const [own, shared] = namesOf(holder);
      if (of(own) + size > bounds.person) throw refused('person', bounds.person);
      if (of(shared) + size > bounds.workspace) throw refused('workspace', bounds.workspace);
      const left = of(shared) > 0 ? bounds.server * SHARED : bounds.server;
      if (all + size > left) throw refused('server', bounds.server);
      return add(holder, size);
    },
    look(holder) {
      const [own, shared] = namesOf(holder);
      if (of(own) > bounds.person) throw refused('person', bounds.person);
      if (of(shared) > bounds.workspace) throw refused('workspace', bounds.workspace);
      if (of(shared) > bounds.server * LITTLE && all > bounds.server) throw refused('server', bounds.server);
    },
    add,
  };
}

const RULES = { person: 'slots_of_person', workspace: 'slots_of_workspace', server: 'slots_of_server' } as const;

const refusedOne = (whose: keyof SlotBounds, most: number): AppError =>
  new AppError({ rule: RULES[whose], most }, { retryAfter: RETRY_SECONDS });

const MIB = 1_048_576;
/** The memory that large JSON bodies may take while they arrive and are answered, in bytes. */
const BODY_BOUNDS: SlotBounds = { person: 16 * MIB, workspace: 24 * MIB, server: 64 * MIB };
/** The limits, in bytes, on the memory of large answers that the clients have not read completely. */
const ANSWER_BOUNDS: SlotBounds = { person: 64 * MIB, workspace: 96 * MIB, server: 256 * MIB };
const TEXT_RETRY_SECONDS = 1;

/** Slots counted in bytes, for texts that are in memory while they arrive or leave. */
export interface TextSlots {
  readonly bodies: Slots;
  readonly answers: Slots;
}

export function createTextSlots(): TextSlots {
  const retryAfter = TEXT_RETRY_SECONDS;
  return {
    bodies: createSlots(BODY_BOUNDS, () => new AppError({ rule: 'bodies_under_way' }, { retryAfter })),
    answers: createSlots(ANSWER_BOUNDS, () => new AppError({ rule: 'answers_unread' }, { retryAfter })),
  };
}
