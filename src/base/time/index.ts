/** The clock, instants and days. Must never: read a clock that was not passed in, or assume that a day has 24 hours. */
export { type Clock, systemClock } from './clock.ts';
export {
  addDays,
  dayAround,
  dayInZone,
  dayStarts,
  instantOf,
  isTimeZone,
  momentInZone,
  startOfDay,
  timeInZone,
  zoneOrUtc,
} from './days.ts';
export { isCalendarDay, isTimeOfDay, parseInstant, toIso, toIsoOrNull } from './instants.ts';
export { DAY_MS, HOUR_MS, lengthInWords, MINUTE_MS } from './lengths.ts';
