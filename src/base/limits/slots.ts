import { AppError } from '../errors/index.ts';

/** The person, key and workspace that work under way is counted against. */
export interface SlotHolder {
  /** A person or a key, with a word that keeps the two apart. */
  readonly person: string;
  /** Undefined where it is no workspace's: then it counts as one of its own. */
  readonly workspace: number | undefined;
}

/** The bounds on the work that may be under way at once. */
interface SlotBounds {
  readonly person: number;
  readonly workspace: number;
  readonly server: number;
}

/** Slots bound the slow work that is under way at once. One person, key or workspace never takes all of them. */
export interface Slots {
  /**
   * Takes a slot, before anything is read or done.
   *
   * @param size how much it takes of the bounds; 1 unless said
   * @returns gives it back; a repeat does nothing
   * @throws rate_limited with `details.retryAfter`, seconds
   */
  take(holder: SlotHolder, size?: number): () => void;
}

const RETRY_SECONDS = 5;

/**
 * The second half of the server's slots is for workspaces that hold none. It is full only when as many workspaces as it
 * has slots hold one each.
 */
const SHARED = 0.5;

/** @param refused made when there is none left: of the person, the workspace or the server */
export function createSlots(bounds: SlotBounds, refused = refusedOne): Slots {
  const taken = new Map<string, number>();
  let all = 0;
  const of = (name: string): number => taken.get(name) ?? 0;

  function count(names: readonly string[], size: number): void {
    all += size;
    for (const name of names) {
      const now = of(name) + size;
      if (now === 0) taken.delete(name);
      else taken.set(name, now);
    }
  }

  return {
    take({ person, workspace }, size = 1) {
      const own = `person ${person}`;
      const shared = workspace === undefined ? `nowhere ${person}` : `workspace ${workspace}`;
      if (of(own) + size > bounds.person) throw refused('person', bounds.person);
      if (of(shared) + size > bounds.workspace) throw refused('workspace', bounds.workspace);
      const left = of(shared) > 0 ? bounds.server * SHARED : bounds.server;
      if (all + size > left) throw refused('server', bounds.server);
      const names = [own, shared];
      count(names, size);
      let isOver = false;
      return () => {
        if (isOver) return;
        isOver = true;
        count(names, -size);
      };
    },
  };
}

const RULES = { person: 'slots_of_person', workspace: 'slots_of_workspace', server: 'slots_of_server' } as const;

const refusedOne = (whose: keyof SlotBounds, most: number): AppError =>
  new AppError({ rule: RULES[whose], most }, { retryAfter: RETRY_SECONDS });

const MIB = 1_048_576;
/** The memory that large JSON bodies may take while they arrive and are answered. */
const BODY_BOUNDS: SlotBounds = { person: 16 * MIB, workspace: 24 * MIB, server: 64 * MIB };
const BODY_RETRY_SECONDS = 1;

/** Slots by bytes, for bodies that are in memory while they come. */
export const createBodySlots = (): Slots =>
  createSlots(BODY_BOUNDS, () => new AppError({ rule: 'bodies_under_way' }, { retryAfter: BODY_RETRY_SECONDS }));
