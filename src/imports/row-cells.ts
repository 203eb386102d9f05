import { plainText } from '../base/index.ts';
import { type Fault, isFault } from './cells.ts';
import type { ProblemCode, Problems } from './problems.ts';
import type { Reading, Row } from './read-table.ts';

export function cellsOf<F extends string>({ mapping, problems, dropped }: Reading<F>, { line, cells }: Row) {
  const text = (field: F): string => plainText(cells[mapping.indexOf(field)] ?? '').trim();
  const tell = (to: Problems, field: F, code: ProblemCode, value: string, than: string): undefined => {
    const column = mapping.indexOf(field);
    to.add(line, column < 0 ? null : column, code, value, than);
    return undefined;
  };
  const wrong = (field: F, code: ProblemCode, than = '') => tell(problems, field, code, text(field), than);
  return {
    text,
    wrong,
    /** Reports a valid cell that is not imported. For a skipped row, `value` is a text that names the row. */
    drop: (field: F, code: ProblemCode, value = text(field), than = '') => tell(dropped, field, code, value, than),
    /**
     * Parses a cell with `by`. Returns null if the cell is empty. If `by` returns a fault, reports the fault and
     * returns undefined.
     */
    read<T extends string | number>(field: F, by: (text: string) => T | Fault): T | null | undefined {
      if (text(field) === '') return null;
      const value = by(text(field));
      return isFault(value) ? wrong(field, value.fault) : value;
    },
    has: (field: F): boolean => mapping.includes(field),
  };
}

export type Cells<F extends string> = ReturnType<typeof cellsOf<F>>;
