import type { Static } from '@sinclair/typebox';
import type { OrderSchedule, ScheduledRow } from '../../orders/index.ts';
import { shown } from '../desk/index.ts';
import { type OrderRow, OrderSchedule as Schedule } from './answers.ts';

/** A calendar day in the form that the domain functions take. A date with an offset counts as written. */
export const dayStart = (day: string): string => `${day}T00:00:00+00:00`;

export const shapeSchedule = (schedule: OrderSchedule) => shown(Schedule, schedule);

export const shapeScheduled = ({ order, ...schedule }: ScheduledRow<Static<typeof OrderRow>>) => ({
  ...shapeSchedule(schedule),
  order,
});
