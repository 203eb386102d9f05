/** From a wall clock somewhere to an instant. */

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(timeZone: string): Intl.DateTimeFormat {
  let format = formats.get(timeZone);
  if (format === undefined) {
    format = new Intl.DateTimeFormat('en-US', {
      ...{ timeZone, calendar: 'gregory', numberingSystem: 'latn', hourCycle: 'h23' },
      ...{ year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit', second: '2-digit' },
    });
    formats.set(timeZone, format);
  }
  return format;
}

/** What the wall clock says, as if it were UTC; milliseconds since the epoch, whole seconds. */
function wallMs(epochMs: number, timeZone: string): number {
  const parts = new Map(
    formatOf(timeZone)
      .formatToParts(epochMs)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const part = (name: Intl.DateTimeFormatPartTypes): number => parts.get(name) ?? 0;
  return Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'));
}

/**
 * When the wall clock of a zone says so: the first time when it says so twice, and as much later as the clocks leap where they
 * leap over it.
 *
 * @param day YYYY-MM-DD
 * @param time HH:mm
 */
export function instantOf(day: string, time: string, timeZone: string): number {
  const wanted = Date.parse(`${day}T${time}:00Z`);
  const offsetAt = (ms: number): number => wallMs(ms, timeZone) - Math.floor(ms / 1000) * 1000;
  const DAY_MS = 86_400_000;
  // The offsets of the day before and after: between them the clocks are set at most once.
  const candidates = [wanted - offsetAt(wanted - DAY_MS), wanted - offsetAt(wanted + DAY_MS)];
  const right = candidates.filter((ms) => wallMs(ms, timeZone) === wanted);
  return right.length > 0 ? Math.min(...right) : Math.max(...candidates);
}
