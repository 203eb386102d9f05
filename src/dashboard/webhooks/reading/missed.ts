import { type AskedMissed, countMissed, findMissed, type MissedStep } from '../../../webhooks/index.ts';
import type { Reading } from '../../desk/index.ts';
import type { MissedAnswer } from '../answers.ts';

/**
 * Counts the failed and missed events of an endpoint. It reads the events of all workspaces, which may be millions, so
 * another thread does it.
 */
export const readMissed: Reading<{ readonly id: string; readonly since: number }, (typeof MissedAnswer)['static']> = {
  name: 'missed events',
  read: async (ctx, { id, since }) => ({ since, ...(await countMissed(ctx, { id, sinceMs: since })) }),
};

export const readMissedSteps: Reading<AskedMissed, readonly MissedStep[]> = {
  name: 'steps of missed events',
  read: findMissed,
};
