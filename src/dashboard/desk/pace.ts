import { limitOf, type Pace } from '../../base/index.ts';
import type { Membership, Session } from '../../people/index.ts';
import type { DashboardDeps } from './deps.ts';

/**
 * The limit on requests of one person. A page sends ten requests when it opens. It sends two or three more whenever the
 * server tells it that data has changed. In a busy shop, this happens a few times a second.
 */
const OF_PERSON: Pace = { tries: 300, refillMs: 20 };
const IN_WORKSPACE: Pace = { tries: 1_200, refillMs: 5 };

/** Counts a call of a signed-in person before anything else is looked up. @throws rate_limited */
export const countPerson = ({ throttle }: Pick<DashboardDeps, 'throttle'>, { person }: Session): void =>
  throttle.spend([limitOf(`calls of person ${person.id}`, OF_PERSON)], 'pace');

/**
 * Counts a call toward its workspace's limit, after {@link countPerson} and before any work in the workspace.
 * @throws rate_limited
 */
export const countInWorkspace = ({ throttle }: Pick<DashboardDeps, 'throttle'>, { workspace }: Membership): void =>
  throttle.spend([limitOf(`calls in workspace ${workspace.seq}`, IN_WORKSPACE)], 'pace');
