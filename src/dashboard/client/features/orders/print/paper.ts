/** The browser keeps the user's choice of a paper size, because each device has its own printer. */

import { type Signal, signal } from '@preact/signals';
import { keepChoice, keptChoice } from '../../../data/try-to.ts';

export const PAPERS = ['a4', 'a5', 'roll'] as const;
export type Paper = (typeof PAPERS)[number];

/**
 * The default size of each paper. The sizes are separate: the workshop may print on a roll and the counter on sheets.
 */
const FIRST = { slip: 'a4', ticket: 'a4', couriers: 'a4', card: 'a5' } as const;
export type PaperKind = keyof typeof FIRST;
/** The papers, in the sequence in which the page shows them. */
export const KINDS = ['slip', 'ticket', 'card', 'couriers'] as const satisfies readonly PaperKind[];

const settingOf = (kind: PaperKind): string => `docket.paper.${kind}`;

const kept = (kind: PaperKind): Paper => PAPERS.find((one) => one === keptChoice(settingOf(kind))) ?? FIRST[kind];

const KEPT_KINDS = 'docket.papers';

export function keptKinds(): readonly PaperKind[] {
  const kept = keptChoice(KEPT_KINDS)?.split(',') ?? [];
  const known = KINDS.filter((kind) => kept.includes(kind));
  return known.length === 0 ? ['slip'] : known;
}

export const keepKinds = (kinds: readonly PaperKind[]): void => keepChoice(KEPT_KINDS, kinds.join());

const chosen = new Map<PaperKind, Signal<Paper>>();

export function paperOf(kind: PaperKind): Signal<Paper> {
  const known = chosen.get(kind) ?? signal(kept(kind));
  chosen.set(kind, known);
  return known;
}

export function choosePaper(kind: PaperKind, paper: Paper): void {
  paperOf(kind).value = paper;
  keepChoice(settingOf(kind), paper);
}

const MM_PER_PX = 25.4 / 96;
const ROLL_MM = 80;
/** Spare height for a printer's rounding, so that no second page follows. */
const SPARE_SHARE = 0.01;
const SPARE_MM = 4;

const sheet = new CSSStyleSheet();
const lengths = new Map<PaperKind, number>();

/**
 * Sets a printed roll's page length to the content's length. The printer cuts the roll at the page's end.
 * @param height the height of the content in px
 */
export function cutRoll(kind: PaperKind, height: number): void {
  lengths.set(kind, Math.ceil(height * MM_PER_PX * (1 + SPARE_SHARE)) + SPARE_MM);
  const pages = [...lengths].map(([one, long]) => `@page roll-${one} { size: ${ROLL_MM}mm ${long}mm; margin: 0 }`);
  sheet.replaceSync(pages.join('\n'));
  if (!document.adoptedStyleSheets.includes(sheet)) document.adoptedStyleSheets.push(sheet);
}
