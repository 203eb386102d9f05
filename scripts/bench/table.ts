import { cpuMicros, type RateRatio, type Result } from './results.ts';

const whole = (value: number): string => Math.round(value).toLocaleString('en-US');
const ms = (value: number | null): string => (value === null ? '' : value.toFixed(value < 10 ? 2 : 1));
const shareText = ({ median, least, most }: RateRatio): string =>
  `${median.toFixed(2)} (${least.toFixed(2)}-${most.toFixed(2)})`;

const WIDTHS = [28, 10, 12, 18, 8, 8, 20, 20];
const row = (cells: readonly string[]): string =>
  cells
    .map((cell, at) => (at < 1 ? cell.padEnd(WIDTHS[at] ?? 0) : cell.padStart(WIDTHS[at] ?? 0)))
    .join(' ')
    .trimEnd();

export const TABLE_HEAD = row([
  'workload, connections',
  'who',
  'a second',
  'CPU µs (user+sys)',
  'p50 ms',
  'p99 ms',
  "Docket's share",
  'share by CPU',
]);

export function resultLines(results: readonly Result[]): string[] {
  return results.map((result, at) => {
    const { workload, connections, contender, perSecond, userMicros, systemMicros, p50Ms, p99Ms, share } = result;
    return row([
      at === 0 ? `${workload}, ${connections}` : '',
      contender,
      whole(perSecond),
      `${whole(cpuMicros(result))} (${whole(userMicros)}+${whole(systemMicros)})`,
      ms(p50Ms),
      ms(p99Ms),
      share === null ? '' : shareText(share.perSecond),
      share === null ? '' : shareText(share.cpu),
    ]);
  });
}
