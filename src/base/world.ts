import type { NewId, Random } from './ids/index.ts';
import type { Log } from './log.ts';
import type { Clock } from './time/index.ts';

/** The product's access to the outside world. main.ts creates it once, and tests create their own. */
export interface World {
  readonly clock: Clock;
  readonly random: Random;
  readonly newId: NewId;
  readonly log: Log;
}
