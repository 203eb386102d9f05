import { ask } from '../data/api.ts';
import { here } from '../data/me.ts';
import { stageName } from './stage-name.ts';

export type FlowName = 'orders' | 'inquiries';

export const flowOf = (flow: FlowName) => here().flows({ flow });

export async function loadFlow(flow: FlowName) {
  const { own, steps } = await ask(flowOf(flow).get());
  return { own, steps: steps.map((step) => ({ ...step, name: stageName(step) })) };
}

export type Step = Awaited<ReturnType<typeof loadFlow>>['steps'][number];
export type Tone = Step['tone'];
export const GROUPS = ['new', 'work', 'done', 'cancelled'] as const;
export const TONES = ['new', 'teal', 'good', 'busy', 'bad', 'pink', 'move', 'idle'] as const;
export const INITIAL_STATUS = 'status-new';

export const isFinal = ({ group }: Pick<Step, 'group'>): boolean => group === 'done' || group === 'cancelled';

export const freeTone = (steps: readonly Pick<Step, 'tone'>[]): Tone =>
  TONES.find((tone) => steps.every((step) => step.tone !== tone)) ?? 'idle';
