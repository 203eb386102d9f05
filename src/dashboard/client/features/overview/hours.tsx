import { everyNth } from '../../ui/chart/scale.ts';
import { useWidth } from '../../ui/chart/use-width.ts';
import { plural } from '../../ui/format.ts';
import { words } from '../../words/words.ts';
import type { OverviewData } from './data.ts';
import { acrossOf, BLOCK, CELL, GAP, MOST_ROWS, together } from './together.ts';

type Hour = OverviewData['hours'][number];

/** The hours of a working day; the chart extends them if an order is earlier or later. */
const [OPENS, CLOSES] = [8, 20];
const [HEAD, FOOT] = [26, 20];
const LABEL_ROOM = 48;
const HOUR_MINUTES = 60;

const clock = (hour: number): string => `${String(hour).padStart(2, '0')}:00`;

interface HoursProps {
  readonly hours: readonly Hour[];
  /** The current time in minutes since midnight. */
  readonly now: number;
  readonly label: string;
  readonly filter: string;
}

export function Hours({ hours, now, label, filter }: HoursProps) {
  const [ref, width] = useWidth<HTMLDivElement>();
  const begun = hours.map(({ hour }) => hour).filter((hour) => hour !== null);
  const nowHour = Math.min(Math.floor(now / HOUR_MINUTES), 23);
  const from = Math.min(OPENS, nowHour, ...begun);
  const to = Math.max(CLOSES, nowHour + 1, ...begun.map((hour) => hour + 1));
  const all = Array.from({ length: to - from + 1 }, (_, at) => from + at);
  const left = LABEL_ROOM / 2 - 4;
  const step = (width - 2 * left) / (to - from);
  const nth = everyNth(all.length, width, LABEL_ROOM);
  const x = (hour: number): number => left + (hour - from) * step;
  const nowX = x(now / HOUR_MINUTES);
  const shown = together(hours, from, step);
  const across = acrossOf(shown.span * step);
  const highest = Math.max(1, ...shown.hours.map((slot) => Math.ceil((slot.open + slot.done) / across)));
  const base = HEAD + Math.min(highest, MOST_ROWS) * CELL;
  return (
    <div ref={ref} class="overview-hours">
      <svg width={width} height={base + FOOT} viewBox={`0 0 ${width} ${base + FOOT}`} role="img" aria-label={label}>
        <path class="overview-past" d={`M${x(from)} ${base}H${nowX}`} />
        <path class="overview-ahead" d={`M${nowX} ${base}H${x(to)}`} />
        {all.map((hour) => (
          <path key={hour} class="overview-ahead" d={`M${x(hour)} ${base}v4`} />
        ))}
        {all.map(
          (hour, at) =>
            at % nth === 0 && (
              <text key={hour} x={x(hour)} y={base + FOOT - 2} text-anchor="middle">
                {clock(hour)}
              </text>
            ),
        )}
        {shown.hours.map((slot) => (
          <Blocks key={slot.hour} slot={slot} x={x(slot.hour) + 2} across={across} base={base} />
        ))}
        <g class="overview-now">
          <path d={`M${nowX} ${HEAD - 4}V${base}`} />
          <circle cx={nowX} cy={base} r="4" />
          <text x={Math.min(Math.max(nowX, 24), width - 24)} y={HEAD - 9} text-anchor="middle">
            {clockOf(now)}
          </text>
        </g>
      </svg>
      {shown.hours.map((slot) => (
        <HourLink
          key={slot.hour}
          slot={slot}
          span={shown.span}
          left={x(slot.hour)}
          width={shown.span * step}
          filter={filter}
        />
      ))}
    </div>
  );
}

interface HourLinkProps {
  readonly slot: Hour & { readonly hour: number };
  /** The number of hours that one column combines. */
  readonly span: number;
  readonly left: number;
  readonly width: number;
  readonly filter: string;
}

function HourLink({ slot: { hour, open, done }, span, left, width, filter }: HourLinkProps) {
  const hours = Array.from({ length: span }, (_, at) => `&hour=${clock(hour + at).slice(0, 2)}`).join('');
  const name = `${clock(hour)}–${clock(hour + span)}: ${plural(open + done, words.value.orders.ordersCount)}`;
  return (
    <a
      class="overview-hour"
      href={`/app/orders?${filter}${hours}`}
      title={name}
      style={`left: ${left}px; width: ${width}px`}
    >
      <span class="unseen">{name}</span>
    </a>
  );
}

const clockOf = (minutes: number): string =>
  `${String(Math.floor(minutes / HOUR_MINUTES) % 24).padStart(2, '0')}:${String(minutes % HOUR_MINUTES).padStart(2, '0')}`;

interface BlocksProps {
  readonly slot: Omit<Hour, 'hour'>;
  readonly x: number;
  /** The number of blocks side by side. */
  readonly across: number;
  /** The y position of the lowest blocks. */
  readonly base: number;
}

function Blocks({ slot, x, across, base }: BlocksProps) {
  const kinds = [
    ...Array.from({ length: slot.late }, () => 'late'),
    ...Array.from({ length: slot.open - slot.late }, () => 'open'),
    ...Array.from({ length: slot.done }, () => 'done'),
  ];
  const most = across * MOST_ROWS;
  const shown = kinds.length > most ? kinds.slice(0, most - across) : kinds;
  const rest = kinds.length - shown.length;
  const row = (at: number): number => base - 4 - (Math.floor(at / across) + 1) * CELL + GAP;
  return (
    <>
      {shown.map((kind, at) => (
        <rect
          key={at}
          class={`overview-block overview-${kind}`}
          x={x + (at % across) * CELL}
          y={row(at)}
          width={BLOCK}
          height={BLOCK}
          rx="3"
        />
      ))}
      {rest > 0 && (
        <text x={x} y={row(shown.length) + BLOCK}>
          +{rest}
        </text>
      )}
    </>
  );
}

export function HoursLegend() {
  const w = words.value.overview;
  return (
    <ul class="legend">
      {(['open', 'late', 'done'] as const).map((kind) => (
        <li key={kind}>
          <svg width={BLOCK + 2} height={BLOCK + 2} aria-hidden="true">
            <rect class={`overview-block overview-${kind}`} x="1" y="1" width={BLOCK} height={BLOCK} rx="3" />
          </svg>
          {w.blocks[kind]}
        </li>
      ))}
    </ul>
  );
}
