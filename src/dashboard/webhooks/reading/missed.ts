import { countMissed } from '../../../webhooks/index.ts';
import type { Reading } from '../../desk/index.ts';
import type { MissedAnswer } from '../answers.ts';

/** What an endpoint missed. It is looked for among the events of all workspaces, which may be millions. */
export const readMissed: Reading<{ readonly id: string; readonly since: number }, (typeof MissedAnswer)['static']> = {
  name: 'missed events',
  read: async (ctx, { id, since }) => ({ since, ...(await countMissed(ctx, { id, sinceMs: since })) }),
};
