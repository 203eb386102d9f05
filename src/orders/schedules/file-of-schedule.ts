import type { Db } from '../../storage/index.ts';
import { decidedFrom, findSchedule } from './schedule.ts';

export function fileOfSchedule(db: Db, orderSeq: number): object | null {
  const schedule = findSchedule(db, orderSeq);
  if (schedule === undefined) return null;
  const { every, starts, last, daysBefore, pausedOn, ended } = schedule;
  const decided = decidedFrom(db, schedule).map(({ date, since, orderSeq: made }) => ({
    date,
    since,
    as: made === null ? 'skipped' : 'made',
  }));
  return { every, starts, last, daysBefore, pausedOn, ended, decided };
}
