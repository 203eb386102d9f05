import type { Database } from 'bun:sqlite';
import type { Migration } from './migrations.ts';

/**
 * The foreign keys that steps of the schema may have broken. To check all of them takes ten minutes with ten million
 * orders. A step names each table that it writes, in its own SQL or in a trigger that it fires. Where that is doubtful,
 * a table counts as written.
 */

interface Trigger {
  readonly table: string;
  readonly sql: string;
}

interface Reference {
  readonly child: string;
  readonly parent: string;
  /** The column of the parent. */
  readonly key: string;
}

const NAME = '(?:\\w+\\.)?["`[]?(\\w+)';
const finds = (words: string): RegExp => new RegExp(`\\b${words.replaceAll(' ', '\\s+')}`, 'gi');
const UPDATED = finds(`UPDATE(?: OR \\w+)? ${NAME}`);
const LOST = finds(`(?:REPLACE INTO|DELETE FROM|DROP TABLE(?: IF EXISTS)?|RENAME TO) ${NAME}`);
const WRITTEN = [
  finds(`(?:INTO|CREATE(?: VIRTUAL)? TABLE(?: IF NOT EXISTS)?) ${NAME}`),
  // A new column without a reference cannot break a foreign key.
  finds(`ALTER TABLE ${NAME}[^;]*\\b(?:REFERENCES|RENAME)\\b`),
  UPDATED,
  LOST,
];

const named = (text: string, ...patterns: readonly RegExp[]): string[] =>
  patterns.flatMap((pattern) => [...text.matchAll(pattern)].map(([, name = '']) => name.toLowerCase()));

/** The triggers that statements may fire from now on. */
export const triggersOf = (client: Database): readonly Trigger[] =>
  client.query<Trigger, []>("SELECT lower(tbl_name) AS 'table', sql FROM sqlite_schema WHERE type = 'trigger'").all();

/** The SQL of steps, with that of every trigger that it may fire. */
function withTriggers(steps: readonly Migration[], triggers: readonly Trigger[]): string {
  let text = steps.map(({ sql }) => sql).join('\n');
  const left = new Set(triggers);
  for (;;) {
    const written = new Set(named(text, ...WRITTEN));
    const fired = [...left].filter(({ table }) => written.has(table));
    if (fired.length === 0) return text;
    for (const one of fired) left.delete(one);
    text = [text, ...fired.map(({ sql }) => sql)].join('\n');
  }
}

/**
 * Counts the rows that steps have left without their parent.
 *
 * @param before the triggers before the steps
 */
export function countOrphansOf(client: Database, steps: readonly Migration[], before: readonly Trigger[]): number {
  const check = (table: string): number => client.query(`PRAGMA foreign_key_check${table}`).all().length;
  // A step with code counts as writing every table, because its code does not name them.
  if (steps.some(({ fill }) => fill !== undefined)) return check('');
  const text = withTriggers(steps, [...before, ...triggersOf(client)]);
  const references = client
    .query<Reference, []>(
      `SELECT lower(s.name) AS child, lower(f."table") AS parent,
         coalesce(f."to", (SELECT name FROM pragma_table_info(f."table") WHERE pk = 1)) AS key
       FROM sqlite_schema AS s, pragma_foreign_key_list(s.name) AS f WHERE s.type = 'table'`,
    )
    .all();
  const [written, lost, updated] = [
    new Set(named(text, ...WRITTEN)),
    new Set(named(text, LOST)),
    new Set(named(text, UPDATED)),
  ];
  const isSet = (key: string): boolean =>
    new RegExp(`\\b${key}\\b["\`\\]]?\\s*=|\\([^()]*\\b${key}\\b[^()]*\\)\\s*=`, 'i').test(text);
  const checked = references.filter(
    ({ child, parent, key }) => written.has(child) || lost.has(parent) || (updated.has(parent) && isSet(key)),
  );
  return [...new Set(checked.map(({ child }) => child))].reduce((sum, child) => sum + check(`("${child}")`), 0);
}
