import { csvCell, type Language } from '../../base/index.ts';
import { type ExportAction, noteExport } from '../../workspaces/index.ts';
import type { MemberCtx } from './context.ts';
import type { Parts } from './reading-thread.ts';
import { streamOf, streamOfParts, type Texts } from './stream-of.ts';

/** Tables as the spreadsheets of each language open them: UTF-8 with BOM, its own separator, CRLF (RFC 4180 otherwise). */

/** Spreadsheets tell by it that a file is UTF-8. */
export const CSV_BOM = '\uFEFF';

/** A comma before the kopecks cannot also separate the cells. */
const SEPARATORS: Readonly<Record<Language, string>> = { en: ',', ru: ';' };

/**
 * A text that goes into the file unchanged. `asText` makes them, and code that knows that a cell is a number of ours.
 */
export interface MadeCell {
  readonly made: string;
}

const DIGITS = /^\+?\d{5,20}$/;

/**
 * Digits that a spreadsheet must not take for a number: a phone would become 7.9E+10, and lose its plus. The formula holds
 * nothing but digits, and reads as the text of them; imports know it (plainText).
 */
export const asText = (text: string): string | MadeCell => (DIGITS.test(text) ? { made: `"=""${text}"""` } : text);

export function csvLine(language: Language, cells: readonly (string | MadeCell)[]): string {
  const separator = SEPARATORS[language];
  const texts = cells.map((cell) => (typeof cell === 'string' ? csvCell(cell, separator) : cell.made));
  return `${texts.join(separator)}\r\n`;
}

interface Exported {
  readonly lines: Texts;
  /** The same as it comes out of the thread that reads. */
  readonly parts?: Parts;
  /** Without an ending. */
  readonly name: string;
  /** The action in the history. */
  readonly action: ExportAction;
}

/** A file to be kept, sent as it is made, and noted in the history. It has a slot until its end; HEAD begins none. @throws rate_limited */
export async function csvResponse(ctx: MemberCtx, { lines, parts, name, action }: Exported): Promise<Response> {
  const { request, slots, session, stillMay } = ctx;
  const headers = {
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': `attachment; filename="${name}.csv"`,
    'cache-control': 'no-store',
  };
  if (request.method === 'HEAD') return new Response(null, { headers });
  const workspaceSeq = ctx.workspace.seq;
  const giveBack = slots.exports.take({ person: session.person.id, workspace: workspaceSeq });
  const over = (): void => {
    parts?.leave();
    giveBack();
  };
  // A caller who has gone before the first byte asks for no stream.
  request.signal.addEventListener('abort', over);
  try {
    await noteExport(ctx, action);
  } catch (error) {
    over();
    throw error;
  }
  const first = await parts?.next();
  const body =
    parts === undefined || first === undefined
      ? streamOf({ texts: lines, workspaceSeq, stillMay, over })
      : streamOfParts({ first, parts, stillMay, over });
  return new Response(body, { headers });
}
