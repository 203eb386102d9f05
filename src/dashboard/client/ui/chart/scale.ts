/**
 * The possible tops of a scale, each to be multiplied by a power of ten. Half of a top is also a short number, because
 * the middle of the scale has a label.
 */
const TOPS = [1, 1.2, 1.6, 2, 2.4, 3, 4, 5, 6, 8, 10];

export function roundTop(most: number): number {
  if (most <= 0) return 1;
  const power = 10 ** Math.floor(Math.log10(most));
  const step = TOPS.find((one) => one * power >= most) ?? 10;
  return step * power;
}

/** Returns 1 if all labels have room, 3 if only every third label has room, and so on. */
export const everyNth = (labels: number, width: number, room: number): number =>
  Math.max(1, Math.ceil((labels * room) / Math.max(width, 1)));

export function pathOf(points: readonly (readonly [number, number] | null)[]): string {
  let isDrawing = false;
  return points
    .map((point) => {
      const command = isDrawing ? 'L' : 'M';
      isDrawing = point !== null;
      return point === null ? '' : `${command}${point[0].toFixed(1)} ${point[1].toFixed(1)}`;
    })
    .join('');
}
