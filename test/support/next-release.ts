import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { SCHEMA_VERSION } from '../../src/storage/index.ts';
import { runProgram } from './run-program.ts';

const ROOT = resolve(import.meta.dir, '../..');

export const NEXT_SCHEMA = SCHEMA_VERSION + 1;

/** If a workspace has this text as its `thanks`, the migration is slow enough to be killed halfway. */
export const SLOW = 'a slow step';

/** A migration like one of a later release. The table `rows_of_the_step` only takes time, and is dropped at the end. */
const STEP = `
ALTER TABLE orders ADD COLUMN weight INTEGER NOT NULL DEFAULT 7;
CREATE TABLE order_labels (order_seq INTEGER PRIMARY KEY REFERENCES orders (seq), label TEXT NOT NULL) STRICT;
INSERT INTO order_labels (order_seq, label) SELECT seq, num FROM orders;
CREATE TABLE rows_of_the_step (n INTEGER, text TEXT) STRICT;
WITH RECURSIVE counted(n) AS (
  SELECT 1 UNION ALL SELECT n + 1 FROM counted
  WHERE n < (SELECT iif(count(*) > 0, 120000, 1) FROM workspaces WHERE thanks = '${SLOW}')
)
INSERT INTO rows_of_the_step (n, text) SELECT n, hex(randomblob(500)) FROM counted;
DROP TABLE rows_of_the_step;
`;

/** Builds an executable from the sources in a folder. @param settings variables of scripts/build.ts */
export async function buildRelease(file: string, settings: Record<string, string>, tree = ROOT): Promise<string> {
  const env = { ...process.env, ...settings };
  const { stderr, status } = await runProgram([process.execPath, 'scripts/build.ts', file], { cwd: tree, env });
  if (status !== 0) throw new Error(stderr);
  return file;
}

/** Builds the next release: the sources with one more migration. @param folder for a copy of them */
export function buildNextRelease(folder: string, file: string, settings: Record<string, string>): Promise<string> {
  mkdirSync(folder);
  for (const part of ['src', 'scripts', 'migrations', 'package.json', 'tsconfig.json']) {
    cpSync(join(ROOT, part), join(folder, part), { recursive: true });
  }
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  const name = `${String(NEXT_SCHEMA).padStart(4, '0')}_next`;
  writeFileSync(join(folder, 'migrations', `${name}.sql`), STEP);
  const list = join(folder, 'src/storage/schema/migrations.ts');
  const source = readFileSync(list, 'utf8');
  const entry = `{ version: ${NEXT_SCHEMA}, name: '${name}', sql: next }`;
  const changed = source.replace(/(MIGRATIONS: readonly Migration\[\] = \[)([^\]]*?),?(\s*\];)/, `$1$2, ${entry}$3`);
  if (changed === source) throw new Error('the list of migrations is not where it was');
  const from = `../../../migrations/${name}.sql`;
  writeFileSync(list, `import next from '${from}' with { type: 'text' };\n${changed}`);
  return buildRelease(file, settings, folder);
}
