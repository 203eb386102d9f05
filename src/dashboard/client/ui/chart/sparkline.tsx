import { pathOf } from './scale.ts';

const [WIDTH, HEIGHT, EDGE] = [120, 32, 3];

export function Sparkline({ values, label }: { readonly values: readonly number[]; readonly label: string }) {
  const [least, most] = [Math.min(0, ...values), Math.max(1, ...values)];
  const step = WIDTH / Math.max(values.length - 1, 1);
  const y = (value: number): number =>
    HEIGHT - EDGE - ((value - least) / Math.max(most - least, 1)) * (HEIGHT - 2 * EDGE);
  const last = values.at(-1) ?? 0;
  return (
    <svg
      class="sparkline"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      height={HEIGHT}
      role="img"
      aria-label={label}
    >
      <path d={pathOf(values.map((value, at) => [at * step, y(value)]))} />
      {/* The dot is a line of zero length with round ends. A circle would be stretched to the width of the drawing. */}
      <path class="sparkline-end" d={`M${WIDTH} ${y(last)}h0`} />
    </svg>
  );
}
