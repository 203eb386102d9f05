/** The smallest of these numbers that no value exceeds: 1, 2, 3 or 6 followed by zeros. */
export function roundTop(most: number): number {
  if (most <= 0) return 1;
  const power = 10 ** Math.floor(Math.log10(most));
  const step = [1, 2, 3, 6, 10].find((one) => one * power >= most) ?? 10;
  return step * power;
}

/** The step between labels that have room: 3 for every third one. */
export const everyNth = (labels: number, width: number, room: number): number =>
  Math.max(1, Math.ceil((labels * room) / Math.max(width, 1)));

/** A path through points; it breaks where a point is missing. */
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
