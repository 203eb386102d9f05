import type { SlotHolder } from './slots.ts';

interface PlaceBounds {
  /** The limit on concurrent pieces of work of one person in a workspace. */
  readonly person: number;
  readonly workspace: number;
}

/** Runs work as soon as there is a place for it. */
export type Places = <T>(holder: SlotHolder, work: () => Promise<T>) => Promise<T>;

interface Waiting {
  readonly person: string;
  readonly begin: () => void;
}

/**
 * Creates places, which limit the work that runs at the same time. Work without a free place waits. While the workspace
 * has a free place, one person's waiting work does not delay other people.
 */
export function createPlaces(bounds: PlaceBounds): Places {
  /** The work of each workspace. `running` has the person of each piece of work, so a person may occur repeatedly. */
  const workspaces = new Map<SlotHolder['workspace'], { readonly running: string[]; readonly waiting: Waiting[] }>();

  const hasPlace = (running: readonly string[], person: string): boolean =>
    running.length < bounds.workspace && running.filter((one) => one === person).length < bounds.person;

  async function takePlace({ person, workspace }: SlotHolder): Promise<void> {
    const own = workspaces.get(workspace) ?? { running: [], waiting: [] };
    workspaces.set(workspace, own);
    if (hasPlace(own.running, person)) own.running.push(person);
    else await new Promise<void>((begin) => own.waiting.push({ person, begin }));
  }

  function leavePlace({ person, workspace }: SlotHolder): void {
    const own = workspaces.get(workspace);
    if (own === undefined) return;
    const { running, waiting } = own;
    running.splice(running.indexOf(person), 1);
    const at = waiting.findIndex((one) => hasPlace(running, one.person));
    const [next] = at === -1 ? [] : waiting.splice(at, 1);
    if (next !== undefined) {
      running.push(next.person);
      next.begin();
    } else if (running.length === 0) workspaces.delete(workspace);
  }

  return async (holder, work) => {
    await takePlace(holder);
    try {
      return await work();
    } finally {
      leavePlace(holder);
    }
  };
}
