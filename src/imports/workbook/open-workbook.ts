/** The content of a workbook (ECMA-376): its sheets, and the parts that their cells refer to. */

import { CSV_BOUNDS, type CsvRecord, validationFailed, type XmlHandler, xmlSteps } from '../../base/index.ts';
import type { TableSource } from '../table-source.ts';
import { decoded, kindOfFormat, type NumberKind } from './cell-text.ts';
import { MAX_PARTS, openParts, type Parts } from './open-parts.ts';
import { type Lookups, readSheet } from './read-sheet.ts';

interface Contents {
  readonly sheets: readonly { readonly name: string; readonly part: string; readonly isHidden: boolean }[];
  readonly strings: string | undefined;
  readonly styles: string | undefined;
  readonly epochDays: number;
}

/** The days from 1899-12-30 to 1904-01-01, the first day in workbooks from old Macs. */
const DAYS_TO_1904 = 1_462;
const MAX_STRING_CHARS = 33_554_432;
const MAX_SHEETS = 100;
const NAME_CHARS = 100;
/**
 * The limits on number formats in a workbook: the characters of each format, and how many formats there may be.
 * Spreadsheet programs have the same limits. The time to parse a format grows with the square of its length.
 */
const FORMAT_CHARS = 255;
const MAX_STYLES = 65_536;

async function readWhole(parts: Parts, name: string, on: XmlHandler): Promise<void> {
  for await (const _ of xmlSteps(parts.read(name), on));
}

async function readContents(parts: Parts): Promise<Contents> {
  const targets = new Map<string, { readonly part: string; readonly type: string }>();
  await readWhole(parts, 'xl/_rels/workbook.xml.rels', {
    open(_name, { Id: id, Target: target, Type: type = '' }) {
      if (id === undefined || target === undefined) return;
      if (targets.size >= MAX_PARTS) throw new Error('too many parts');
      targets.set(id, { part: target.startsWith('/') ? target.slice(1) : `xl/${target}`, type });
    },
  });
  const sheets: Contents['sheets'][number][] = [];
  let epochDays = 0;
  await readWhole(parts, 'xl/workbook.xml', {
    open(name, { date1904, id = '', state, name: title = '' }) {
      if (name === 'workbookPr' && (date1904 === '1' || date1904 === 'true')) epochDays = DAYS_TO_1904;
      const found = targets.get(id);
      if (name !== 'sheet' || found === undefined || sheets.length >= MAX_SHEETS) return;
      if (!found.type.endsWith('/worksheet')) return;
      sheets.push({ name: title.slice(0, NAME_CHARS), part: found.part, isHidden: (state ?? 'visible') !== 'visible' });
    },
  });
  const partOf = (type: string): string | undefined =>
    [...targets.values()].find((one) => one.type.endsWith(`/${type}`))?.part;
  return { sheets, strings: partOf('sharedStrings'), styles: partOf('styles'), epochDays };
}

async function readStrings(parts: Parts, name: string): Promise<string[]> {
  const strings: string[] = [];
  let text = '';
  let [chars, isText, isReading] = [0, false, false];
  await readWhole(parts, name, {
    open(tag) {
      if (tag === 'si') text = '';
      // Skips the phonetic text above Japanese characters.
      if (tag === 'rPh') isReading = true;
      if (tag === 't') isText = true;
    },
    text(more) {
      if (isText && !isReading && text.length <= CSV_BOUNDS.cell_chars) text += more;
    },
    close(tag) {
      if (tag === 'rPh') isReading = false;
      if (tag === 't') isText = false;
      if (tag !== 'si') return;
      strings.push(decoded(text));
      // Empty texts count too, because they also take memory.
      chars += text.length + 8;
      if (chars > MAX_STRING_CHARS) throw new Error('too many texts');
    },
  });
  return strings;
}

async function readKinds(parts: Parts, name: string): Promise<NumberKind[]> {
  const own = new Map<number, NumberKind>();
  const kinds: NumberKind[] = [];
  let isOfCells = false;
  await readWhole(parts, name, {
    open(tag, { numFmtId = '0', formatCode }) {
      const id = Number(numFmtId);
      if (own.size >= MAX_STYLES) throw new Error('too many formats');
      if (tag === 'numFmt' && formatCode !== undefined)
        own.set(id, kindOfFormat(id, formatCode.slice(0, FORMAT_CHARS)));
      if (tag === 'cellXfs') isOfCells = true;
      if (tag !== 'xf' || !isOfCells) return;
      if (kinds.length >= MAX_STYLES) throw new Error('too many styles');
      kinds.push(own.has(id) ? own.get(id) : kindOfFormat(id, undefined));
    },
    close(tag) {
      if (tag === 'cellXfs') isOfCells = false;
    },
  });
  return kinds;
}

/**
 * Opens one sheet of a workbook.
 * @param wanted the number of the sheet, from 1; by default the first visible one
 * @throws validation_failed if the file is damaged, locked, too large or not a workbook
 */
export async function openWorkbook(
  path: string,
  turn: () => Promise<void>,
  wanted: number | undefined,
): Promise<TableSource> {
  const parts = await orRefused(() => openParts(path, turn));
  try {
    const contents = await orRefused(() => readContents(parts));
    const { sheets } = contents;
    const shown = sheets.findIndex(({ isHidden }) => !isHidden);
    const at = wanted === undefined ? Math.max(shown, 0) : wanted - 1;
    const chosen = sheets[at];
    if (chosen === undefined) throw unreadable();
    const lookups = await orRefused(() => readLookups(parts, contents));
    const records = rowsOf(parts, chosen.part, lookups);
    return { encoding: 'xlsx', separator: '', sheets: sheets.map(({ name }) => name), sheet: at + 1, records };
  } catch (error) {
    parts.close();
    throw error;
  }
}

async function readLookups(parts: Parts, { strings, styles, epochDays }: Contents): Promise<Lookups> {
  return {
    strings: strings === undefined ? [] : await readStrings(parts, strings),
    kinds: styles === undefined ? [] : await readKinds(parts, styles),
    epochDays,
  };
}

async function* rowsOf(parts: Parts, part: string, lookups: Lookups): AsyncGenerator<CsvRecord, void> {
  try {
    yield* readSheet(parts.read(part), lookups);
  } catch {
    throw unreadable();
  } finally {
    parts.close();
  }
}

const unreadable = () => validationFailed([{ path: 'file', rule: 'workbook' }]);

async function orRefused<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch {
    throw unreadable();
  }
}
