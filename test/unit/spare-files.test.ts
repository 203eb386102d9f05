import { expect, test } from 'bun:test';
import { join } from 'node:path';

const MODULE = join(import.meta.dir, '../../src/base/files/spare-files.ts');
const ASK = `import { hasSpareFiles } from ${JSON.stringify(MODULE)}; console.log(hasSpareFiles())`;

test.each([
  [18, 'false'],
  [256, 'true'],
])('with %i files allowed, whether there are enough for a thread is %s', (files, answer) => {
  const script = `ulimit -n ${files}; exec "$0" --eval "$1"`;
  const { stdout } = Bun.spawnSync(['bash', '-c', script, process.execPath, ASK]);
  expect(stdout.toString().trim()).toBe(answer);
});
