import { t } from 'elysia';
import type { Step } from '../../flows/index.ts';
import { answers, Count, closed, list, Text, word } from '../desk/index.ts';

/** A status of orders or a stage of inquiries, as the editor of the set and the boards are answered. */

export const stepProperties = {
  id: Text,
  name: Text,
  active: t.Boolean(),
  tone: word<Step['tone']>(),
  group: word<Step['group']>(),
  writesOffStock: t.Boolean(),
};
export const ListedStep = closed(stepProperties);

/** Orders or inquiries of each; `own` is false while the virtual set counts. */
export const FlowAnswer = answers(
  closed({ own: t.Boolean(), steps: list(closed({ ...stepProperties, count: Count })) }),
);
export const StepAnswer = answers(ListedStep);
export const RemovedStep = answers(closed({ moved: Count }));
