import { useId } from 'preact/hooks';
import { Reach } from './reach.tsx';
import { everyNth, pathOf, roundTop } from './scale.ts';
import { useWidth } from './use-width.ts';

/** The look of a series. Two series of a chart differ in shape or hatching, not only in color. */
export type Look = 'main' | 'line' | 'good' | 'owed' | 'bad' | 'ghost' | 'ghost-line' | 'dashed' | 'limit';

interface Series {
  readonly look: Look;
  readonly values: readonly (number | null)[];
}

interface PlotProps {
  /** The labels below the columns. Labels without room are left out. */
  readonly labels: readonly string[];
  /** The name and values of each column, shown while it is pointed at. */
  readonly titles: readonly string[];
  /** The address that each column links to. */
  readonly links?: readonly string[];
  /** The series that are drawn as columns, stacked on one another. */
  readonly bars?: readonly Series[];
  /** The values of the outlines behind the columns. */
  readonly ghost?: readonly number[];
  readonly lines?: readonly Series[];
  readonly format: (value: number) => string;
  /** A horizontal line at a value that must not be reached. */
  readonly limit?: number;
  readonly label: string;
}

const HEIGHT = 200;
const TOP = 16;
const FOOT = 20;
/** The approximate width of a character in the axis labels, in pixels. */
const LETTER = 6.5;
const BETWEEN_LABELS = 12;
const RIGHT = 8;
/**
 * The usual width of the value axis, in pixels. All charts space their day labels by this width, so that charts of
 * equal width label the same days.
 */
const USUAL_LEFT = 72;
const BASE = HEIGHT - FOOT;
const most = (values: readonly (number | null)[]): number => Math.max(0, ...values.map((value) => value ?? 0));

const STEPS = [0, 0.5, 1];
const roomFor = (format: (value: number) => string, top: number): number =>
  Math.max(...STEPS.map((share) => format(top * share).length)) * LETTER + 12;

function scalesOf({ labels, bars = [], ghost = [], lines = [], format, limit }: PlotProps, width: number) {
  const stacked = labels.map((_, at) => bars.reduce((sum, { values }) => sum + (values[at] ?? 0), 0));
  const lineMost = roundTop(Math.max(most(lines.flatMap(({ values }) => values)), limit ?? 0));
  const barMost = roundTop(Math.max(most(stacked), most(ghost)));
  const leftMost = bars.length === 0 ? lineMost : barMost;
  const left = roomFor(format, leftMost);
  const inner = width - left - RIGHT;
  const step = Math.max(inner, 10) / Math.max(labels.length, 1);
  const y = (value: number, of: number): number => BASE - (value / of) * (BASE - TOP);
  return {
    width,
    left,
    inner,
    step,
    leftMost,
    x: (at: number): number => left + at * step,
    middle: (at: number): number => left + (at + 0.5) * step,
    yOfShare: (share: number): number => y(share, 1),
    yOfBar: (value: number): number => y(value, barMost),
    yOfLine: (value: number): number => y(value, lineMost),
  };
}

type Scales = ReturnType<typeof scalesOf>;

export function Plot(props: PlotProps) {
  const { labels, titles, links, bars = [], ghost = [], lines = [], format, limit, label } = props;
  const [ref, width] = useWidth<HTMLDivElement>();
  const hatch = useId();
  const scales = scalesOf(props, width);
  const { left, step, x, yOfBar, yOfLine } = scales;
  const thick = Math.max(1, step * 0.7);
  return (
    <div ref={ref} class="plot">
      <svg width={width} height={HEIGHT} viewBox={`0 0 ${width} ${HEIGHT}`} role="img" aria-label={label}>
        <Hatching id={hatch} />
        <Grid scales={scales} format={format} />
        <Labels scales={scales} labels={labels} />
        {ghost.map((value, at) => (
          <path key={at} class="ghost" d={`M${x(at) + step * 0.05} ${BASE}V${yOfBar(value)}h${step * 0.9}V${BASE}`} />
        ))}
        {labels.map((_, at) => (
          <Column key={at} bars={bars} at={at} hatch={hatch} x={x(at) + (step - thick) / 2} width={thick} y={yOfBar} />
        ))}
        {limit !== undefined && (
          <line class="limit" x1={left} x2={width - RIGHT} y1={yOfLine(limit)} y2={yOfLine(limit)} />
        )}
        {lines.map((series) => (
          <Line key={series.look} scales={scales} {...series} />
        ))}
      </svg>
      <Reach titles={titles} links={links} left={left} step={step} width={width} />
    </div>
  );
}

interface GridProps extends Pick<PlotProps, 'format'> {
  readonly scales: Scales;
}

const Grid = ({ scales: { width, left, leftMost, yOfShare: y }, format }: GridProps) =>
  STEPS.map((share) => (
    <g key={share}>
      <line class="grid" x1={left} x2={width - RIGHT} y1={y(share)} y2={y(share)} />
      <text x={left - 6} y={y(share) + 4} text-anchor="end">
        {format(leftMost * share)}
      </text>
    </g>
  ));

interface LabelsProps extends Pick<PlotProps, 'labels'> {
  readonly scales: Scales;
}

function Labels({ scales: { width, inner, middle }, labels }: LabelsProps) {
  const room = Math.max(0, ...labels.map((text) => text.length)) * LETTER + BETWEEN_LABELS;
  const usual = Math.max(0, Math.min(inner, width - USUAL_LEFT - RIGHT));
  // The last label would cross the edge, so it moves inward, and the others keep their distance from it.
  const beyond = Math.max(0, room / 2 - RIGHT - usual / labels.length / 2);
  const nth = everyNth(labels.length, usual, room + beyond);
  const last = labels.length - 1;
  return labels.map((text, at) =>
    (last - at) % nth === 0 ? (
      <text key={text + at} x={middle(at) - (at === last ? beyond : 0)} y={HEIGHT - 4} text-anchor="middle">
        {text}
      </text>
    ) : null,
  );
}

function Line({ scales: { middle, yOfLine }, look, values }: Series & { readonly scales: Scales }) {
  return (
    <>
      <path class={look} d={pathOf(values.map((v, at) => (v === null ? null : [middle(at), yOfLine(v)])))} />
      {values.map(
        (value, at) =>
          isAlone(values, at) && <circle key={at} class={look} cx={middle(at)} cy={yOfLine(value ?? 0)} r="2.5" />,
      )}
    </>
  );
}

/** True for a point without neighbors. A line would not show such a point. */
const isAlone = (values: readonly (number | null)[], at: number): boolean =>
  (values[at] ?? null) !== null && (values[at - 1] ?? null) === null && (values[at + 1] ?? null) === null;

interface ColumnProps {
  readonly bars: readonly Series[];
  readonly at: number;
  readonly x: number;
  readonly width: number;
  readonly y: (value: number) => number;
  readonly hatch: string;
}

function Column({ bars, at, x, width, y, hatch }: ColumnProps) {
  let below = 0;
  return (
    <>
      {bars.map(({ look, values }) => {
        const value = values[at] ?? 0;
        const from = y(below);
        below += value;
        const isHatched = look === 'owed' || look === 'bad';
        if (value === 0) return null;
        const box = { x, width, y: y(below), height: Math.max(from - y(below), 1) };
        return <rect key={look} class={look} {...box} {...(isHatched ? { fill: `url(#${hatch}${look})` } : {})} />;
      })}
    </>
  );
}

function Hatching({ id }: { readonly id: string }) {
  return (
    <defs>
      {(['owed', 'bad'] as const).map((look) => (
        <pattern
          key={look}
          id={`${id}${look}`}
          width="5"
          height="5"
          patternUnits="userSpaceOnUse"
          patternTransform="rotate(45)"
        >
          <rect class={`${look}-back`} width="5" height="5" />
          <rect class={look} width="2.5" height="5" />
        </pattern>
      ))}
    </defs>
  );
}
