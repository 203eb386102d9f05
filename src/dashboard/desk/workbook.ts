/** Writes a table as an XLSX workbook (ECMA-376) row by row, so that memory holds only the current row. */

import { Zip, ZipDeflate } from 'fflate';
import { csvGuard, DAY_MS } from '../../base/index.ts';
import type { Cell } from './cells.ts';
import type { Texts } from './stream-of.ts';

const MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const SHEET_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** In these styles, the second format is for days and the third for sums. */
const STYLES = `${XML}<styleSheet ${MAIN}><fonts count="1"><font/></fonts><fills count="1"><fill/></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="3"><xf/><xf numFmtId="14" applyNumberFormat="1"/><xf numFmtId="4" applyNumberFormat="1"/></cellXfs></styleSheet>`;
const [DAY, SUM] = [1, 2];

/** Day 0 of a workbook's calendar. */
const FIRST_MS = Date.UTC(1899, 11, 30);
/** The greatest number of characters in a cell. Excel cuts a longer text and reports the file as damaged. */
const CELL_CHARS = 32_767;
/** The greatest number of rows written to one sheet, which has room for 1,048,576. */
const SHEET_ROWS = 1_000_000;

const NOTHING = new Uint8Array();

const MARKS: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '\r': '&#13;' };
/** Characters that XML forbids. */
const UNSEEN = /[[\p{Cc}\uFFFE\uFFFF]--[\t\n\r]]/gv;

/**
 * Matches the start of a code that Excel decodes to a character (ECMA-376, 22.9.2.19). `_x003D_` would become an equals
 * sign, which can begin a formula.
 */
const CODED = /_(?=x[\da-f]{4}_)/gi;

const escaped = (text: string): string =>
  text
    .toWellFormed()
    .replace(CODED, '_x005F_')
    .replace(UNSEEN, '\uFFFD')
    .replace(/[&<>\r]/g, (sign) => MARKS[sign] ?? sign);

const textCell = (text: string): string =>
  text === ''
    ? '<c/>'
    : `<c t="inlineStr"><is><t xml:space="preserve">${escaped(text.slice(0, CELL_CHARS))}</t></is></c>`;

function xmlOf(cell: Cell): string {
  // The text is made harmless as in CSV, because people may save the sheet as CSV. A spreadsheet could otherwise run
  // the text as a formula.
  if (typeof cell === 'string') return textCell(csvGuard(cell));
  if ('digits' in cell) return textCell(cell.digits);
  if ('kopecks' in cell) return `<c s="${SUM}"><v>${cell.kopecks / 100}</v></c>`;
  if ('number' in cell) return `<c><v>${cell.number}</v></c>`;
  const day = (Date.parse(cell.day) - FIRST_MS) / DAY_MS;
  // A workbook cannot store days before `FIRST_MS` as dates, and an unknown day gives NaN. Both become text.
  return day >= 0 ? `<c s="${DAY}"><v>${day}</v></c>` : textCell(cell.day);
}

export const sheetRow = (cells: readonly Cell[]): string => `<row>${cells.map(xmlOf).join('')}</row>`;

/**
 * Packs rows into a workbook, piece by piece.
 * @param rows texts; each contains whole rows, as `sheetRow` makes them
 * @returns a piece of the file for each text. A piece is often empty, because the compressor collects several texts
 * before it returns bytes. Other requests are served between the pieces
 */
export async function* workbookOf(rows: Texts): AsyncGenerator<Uint8Array, void> {
  const made: Uint8Array[] = [];
  const zip = new Zip((error, bytes) => {
    if (error !== null) throw error;
    made.push(bytes);
  });
  const encoder = new TextEncoder();
  const begin = (name: string): ZipDeflate => {
    const part = new ZipDeflate(name, { level: 6 });
    zip.add(part);
    return part;
  };
  const add = (name: string, text: string): void => begin(name).push(encoder.encode(text), true);
  const open = (number: number): ZipDeflate => {
    const sheet = begin(`xl/worksheets/sheet${number}.xml`);
    sheet.push(encoder.encode(`${XML}<worksheet ${MAIN}><sheetData>`));
    return sheet;
  };
  const close = (sheet: ZipDeflate): void => sheet.push(encoder.encode('</sheetData></worksheet>'), true);
  let [sheets, filled, sheet] = [1, 0, open(1)];
  for (;;) {
    const { value, done } = await rows.next();
    if (done === true) break;
    if (filled >= SHEET_ROWS) {
      close(sheet);
      [sheets, filled, sheet] = [sheets + 1, 0, open(sheets + 1)];
    }
    filled += String(value).split('</row>').length - 1;
    sheet.push(encoder.encode(String(value)));
    yield made.length === 0 ? NOTHING : Buffer.concat(made.splice(0));
  }
  close(sheet);
  for (const [name, text] of Object.entries(frameOf(sheets))) add(name, text);
  zip.end();
  yield* made.splice(0);
}

function frameOf(sheets: number): Readonly<Record<string, string>> {
  const numbers = Array.from({ length: sheets }, (_, at) => at + 1);
  const each = (make: (number: number) => string): string => numbers.map(make).join('');
  const styles = sheets + 1;
  return {
    'xl/styles.xml': STYLES,
    'xl/workbook.xml': `${XML}<workbook ${MAIN} xmlns:r="${OFFICE}"><sheets>${each(
      (number) => `<sheet name="Docket${number === 1 ? '' : ` ${number}`}" sheetId="${number}" r:id="rId${number}"/>`,
    )}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `${XML}<Relationships xmlns="${PACKAGE}/relationships">${each(
      (number) => `<Relationship Id="rId${number}" Type="${OFFICE}/worksheet" Target="worksheets/sheet${number}.xml"/>`,
    )}<Relationship Id="rId${styles}" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`,
    '_rels/.rels': `${XML}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    '[Content_Types].xml': `${XML}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${SHEET_TYPE}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${SHEET_TYPE}.styles+xml"/>${each(
      (number) => `<Override PartName="/xl/worksheets/sheet${number}.xml" ContentType="${SHEET_TYPE}.worksheet+xml"/>`,
    )}</Types>`,
  };
}
