import { limitOf, type Pace } from '../../base/index.ts';
import type { Membership, Session } from '../../people/index.ts';
import type { DashboardDeps } from './deps.ts';

/** A page asks ten things when it opens. With a hint it asks two or three, and a busy shop has a few hints a second. */
const OF_PERSON: Pace = { tries: 300, refillMs: 20 };
/** All people of a workspace together. */
const IN_WORKSPACE: Pace = { tries: 1_200, refillMs: 5 };

/** Counts a call of a signed-in person, before any more is looked up. @throws rate_limited */
export const countPerson = ({ throttle }: Pick<DashboardDeps, 'throttle'>, { person }: Session): void =>
  throttle.spend([limitOf(`calls of person ${person.id}`, OF_PERSON)], 'pace');

/** Counts it of the workspace too, before anything is done there. @throws rate_limited */
export const countInWorkspace = ({ throttle }: Pick<DashboardDeps, 'throttle'>, { workspace }: Membership): void =>
  throttle.spend([limitOf(`calls in workspace ${workspace.seq}`, IN_WORKSPACE)], 'pace');
