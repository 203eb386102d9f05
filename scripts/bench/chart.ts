/**
 * Draws the bench's results: a row of bars for each workload, a column for each number of connections. Each cell has
 * its own scale, because reads are ten times as fast as lists.
 */

import { cpuMicros, type Result } from './results.ts';

const NAME_WIDTH = 130;
const CELL_WIDTH = 300;
const BAR_WIDTH = 130;
const BAR_HEIGHT = 14;
const BAR_STEP = 18;
const ROW_GAP = 22;
const HEAD = 64;
const FOOT = 24;

const STYLE = `text { font: 12px system-ui, sans-serif; fill: #222 } .faint { fill: #666 } .title { font-weight: 600 }
.docket { fill: #2b6cb0 } .bare { fill: #8a8f98 } .fastify { fill: #c98a1b } .page { fill: #fff }
@media (prefers-color-scheme: dark) { text { fill: #eee } .faint { fill: #aaa } .docket { fill: #63a4e8 } .page { fill: #16181c } }`;

const escapeText = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
const textAt = (x: number, y: number, text: string, kind = ''): string =>
  `<text x="${x}" y="${y}"${kind === '' ? '' : ` class="${kind}"`}>${escapeText(text)}</text>`;

const distinct = <T>(values: readonly T[]): T[] => [...new Set(values)];

function bar(result: Result, most: number, x: number, y: number): string {
  const width = Math.max(1, Math.round((result.perSecond / most) * BAR_WIDTH));
  const rate = Math.round(result.perSecond).toLocaleString('en-US');
  const words = `${rate}/s, ${Math.round(cpuMicros(result))} µs CPU`;
  const label = textAt(x + width + 6, y + BAR_HEIGHT - 3, words, 'faint');
  return `<rect class="${result.contender}" x="${x}" y="${y}" width="${width}" height="${BAR_HEIGHT}" rx="2"/>${label}`;
}

export function chartOf(results: readonly Result[], caption: string): string {
  const workloads = distinct(results.map(({ workload }) => workload));
  const columns = distinct(results.map(({ connections }) => connections)).sort((a, b) => a - b);
  const contenders = distinct(results.map(({ contender }) => contender));
  const rowHeight = contenders.length * BAR_STEP + ROW_GAP;
  const width = NAME_WIDTH + columns.length * CELL_WIDTH;
  const height = HEAD + workloads.length * rowHeight + FOOT;
  const parts = [textAt(12, 22, 'Requests a second, and processor time of the server for each', 'title')];
  for (const [at, contender] of contenders.entries()) {
    const x = width - (contenders.length - at) * 90;
    parts.push(`<rect class="${contender}" x="${x}" y="12" width="12" height="12" rx="2"/>`);
    parts.push(textAt(x + 18, 22, contender));
  }
  for (const [at, connections] of columns.entries()) {
    const words = connections === 1 ? '1 connection' : `${connections} connections`;
    parts.push(textAt(NAME_WIDTH + at * CELL_WIDTH, HEAD - 12, words, 'faint'));
  }
  for (const [line, workload] of workloads.entries()) {
    const y = HEAD + line * rowHeight;
    parts.push(textAt(12, y + BAR_HEIGHT - 3, workload, 'title'));
    for (const [column, connections] of columns.entries()) {
      const cell = results.filter((result) => result.workload === workload && result.connections === connections);
      const most = Math.max(...cell.map(({ perSecond }) => perSecond));
      const x = NAME_WIDTH + column * CELL_WIDTH;
      parts.push(...cell.map((result, at) => bar(result, most, x, y + at * BAR_STEP)));
    }
  }
  parts.push(textAt(12, height - 10, caption, 'faint'));
  const box = `width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"`;
  return `<svg xmlns="http://www.w3.org/2000/svg" ${box} role="img"><title>Docket's bench</title><style>${STYLE}</style>
<rect class="page" width="${width}" height="${height}"/>
${parts.join('\n')}
</svg>
`;
}
