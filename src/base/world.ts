import type { NewId, Random } from './ids/index.ts';
import type { Log } from './log.ts';
import type { Clock } from './time/index.ts';

/** The product's sources from outside: made once in main.ts; a test brings its own. */
export interface World {
  readonly clock: Clock;
  readonly random: Random;
  readonly newId: NewId;
  readonly log: Log;
}
