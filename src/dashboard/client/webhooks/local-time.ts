/** Between moments and what the clocks of a place show, as a field for date and time has it: "2026-05-20T10:30". */

/** How far the clocks of a place are ahead of UTC at a moment, milliseconds. */
function offsetAt(ms: number, timeZone: string): number {
  const parts = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    ...{ year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric', second: 'numeric' },
    hourCycle: 'h23',
  }).formatToParts(ms);
  const part = (type: string): number => Number(parts.find((one) => one.type === type)?.value ?? 0);
  const local = Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'));
  return local - Math.floor(ms / 1000) * 1000;
}

/** Undefined for what is no date and time. */
export function readLocal(text: string, timeZone: string): number | undefined {
  const asUtc = Date.parse(`${text}Z`);
  if (Number.isNaN(asUtc)) return undefined;
  const guess = asUtc - offsetAt(asUtc, timeZone);
  // Near a change of the clocks the first guess took the wrong side.
  return asUtc - offsetAt(guess, timeZone);
}

export const writeLocal = (ms: number, timeZone: string): string =>
  new Date(ms + offsetAt(ms, timeZone)).toISOString().slice(0, 16);

/** The last midnight before a moment. */
export const startOfDay = (ms: number, timeZone: string): number =>
  readLocal(`${writeLocal(ms, timeZone).slice(0, 10)}T00:00`, timeZone) ?? ms;
