/** Workbooks in Excel's layout: shared texts in a separate part, days as numbers with a format. */

import { strToU8, zipSync } from 'fflate';

export type WorkbookCell = string | number | null | { readonly day: number } | { readonly time: number };

const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
const PACKAGE = 'xmlns="http://schemas.openxmlformats.org/package/2006/relationships"';
const STYLES = `<styleSheet ${MAIN}><numFmts count="2"><numFmt numFmtId="164" formatCode="dd/mm/yyyy;@"/><numFmt numFmtId="165" formatCode="[$-419]#,##0.00\\ &quot;days&quot;"/></numFmts>
<cellStyleXfs><xf numFmtId="22"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="164"/><xf numFmtId="20"/><xf numFmtId="165"/></cellXfs></styleSheet>`;

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
const nameOf = (column: number): string => String.fromCharCode(65 + column);

function sheetOf(rows: readonly (readonly WorkbookCell[])[], strings: string[]): string {
  const cellOf = (cell: WorkbookCell, reference: string): string => {
    if (cell === null) return '';
    if (typeof cell === 'number') return `<c r="${reference}" s="3"><v>${cell}</v></c>`;
    if (typeof cell === 'string') return `<c r="${reference}" t="s"><v>${strings.push(cell) - 1}</v></c>`;
    return 'day' in cell
      ? `<c r="${reference}" s="1"><v>${cell.day}</v></c>`
      : `<c r="${reference}" s="2"><v>${cell.time}</v></c>`;
  };
  const lines = rows.map((cells, at) => {
    const inside = cells.map((cell, column) => cellOf(cell, `${nameOf(column)}${at + 1}`)).join('');
    return inside === '' ? '' : `<row r="${at + 1}">${inside}</row>`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>\n<worksheet ${MAIN}><sheetData>${lines.join('')}</sheetData></worksheet>`;
}

/** Makes a workbook. @param more additional parts of the file, or replacements */
export function workbook(
  sheets: Readonly<Record<string, readonly (readonly WorkbookCell[])[]>>,
  more: Readonly<Record<string, string>> = {},
): Uint8Array {
  const strings: string[] = [];
  const names = Object.keys(sheets);
  const parts: Record<string, string> = {
    'xl/_rels/workbook.xml.rels': `<Relationships ${PACKAGE}>${names
      .map(
        (_, at) =>
          `<Relationship Id="rId${at + 1}" Type="${OFFICE}/worksheet" Target="worksheets/sheet${at + 1}.xml"/>`,
      )
      .join('')}<Relationship Id="rId98" Type="${OFFICE}/sharedStrings" Target="sharedStrings.xml"/>
<Relationship Id="rId99" Type="${OFFICE}/styles" Target="/xl/styles.xml"/></Relationships>`,
    'xl/workbook.xml': `<workbook ${MAIN} xmlns:r="${OFFICE}"><sheets>${names
      .map((name, at) => `<sheet name="${escaped(name)}" sheetId="${at + 1}" r:id="rId${at + 1}"/>`)
      .join('')}</sheets></workbook>`,
    'xl/styles.xml': STYLES,
  };
  for (const [at, name] of names.entries()) {
    parts[`xl/worksheets/sheet${at + 1}.xml`] = sheetOf(sheets[name] ?? [], strings);
  }
  parts['xl/sharedStrings.xml'] =
    `<sst ${MAIN}>${strings.map((text) => `<si><t xml:space="preserve">${escaped(text)}</t></si>`).join('')}</sst>`;
  return zipped({ ...parts, ...more });
}

export const zipped = (parts: Readonly<Record<string, string>>): Uint8Array =>
  zipSync(Object.fromEntries(Object.entries(parts).map(([name, text]) => [name, strToU8(text)])), { level: 6 });
