import { nullable } from '../../web/index.ts';
import { answers, Count, closed, given, list, Text, word } from '../desk/index.ts';
import { ShownImport } from '../imports/answers.ts';
import type { Field, Missing } from '../shared/import-columns.ts';
import type { Encoding } from './decode-file.ts';
import type { Problem } from './problems.ts';
import type { ReadFile } from './read-file.ts';

/** What the page of importing orders is answered. */

const Row = closed({ line: Count, cells: list(Text) });

/** `outcome`: of a file that was only looked at; `started`: of one that is imported. */
export const FileAnswer = answers(
  closed({
    separator: Text,
    encoding: word<Encoding>(),
    headings: list(Text),
    mapping: list(nullable(word<Field>())),
    missing: list(word<Missing>()),
    rows: Count,
    maxRows: Count,
    orders: Count,
    refused: nullable(word<NonNullable<ReadFile['refused']>>()),
    preview: list(Row),
    problems: list(given<Problem>()),
    problemCount: Count,
    outcome: nullable(closed({ created: Count, known: Count, differing: Count, deleted: Count })),
    started: nullable(ShownImport),
  }),
);
