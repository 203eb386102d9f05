import { type AskedMissed, countMissed, findMissed, type MissedStep } from '../../../webhooks/index.ts';
import type { Reading } from '../../desk/index.ts';
import type { MissedAnswer } from '../answers.ts';

/**
 * Counts the failed and missed events of an endpoint. The search reads the events of all workspaces, and there may be
 * millions.
 */
export const readMissed: Reading<{ readonly id: string; readonly since: number }, (typeof MissedAnswer)['static']> = {
  name: 'missed events',
  read: async (ctx, { id, since }) => ({ since, ...(await countMissed(ctx, { id, sinceMs: since })) }),
};

/** Finds the steps in which an endpoint missed events, so that these events can be sent again. */
export const readMissedSteps: Reading<AskedMissed, readonly MissedStep[]> = {
  name: 'steps of missed events',
  read: findMissed,
};
