import { t } from 'elysia';
import type { Step } from '../../flows/index.ts';
import { answers, Count, closed, list, Text, word } from '../desk/index.ts';

export const stepProperties = {
  id: Text,
  name: Text,
  active: t.Boolean(),
  tone: word<Step['tone']>(),
  group: word<Step['group']>(),
  writesOffStock: t.Boolean(),
};
export const ListedStep = closed(stepProperties);

/**
 * `count` is the number of orders in a status, or of inquiries in a stage. `own` is false while the shop uses the
 * built-in set.
 */
export const FlowAnswer = answers(
  closed({ own: t.Boolean(), steps: list(closed({ ...stepProperties, count: Count })) }),
);
export const StepAnswer = answers(ListedStep);
export const RemovedStep = answers(closed({ moved: Count }));
