import { plugin } from 'bun';

/**
 * Ends a test that hangs. The limit does not judge speed, so it suits a busy machine. Bun has no such setting for a
 * plain `bun test`. A limit set in this file would apply only to the first test file. So each test file sets it on its
 * first line.
 */
const LIMIT = "import { setDefaultTimeout as limitEachTest } from 'bun:test'; limitEachTest(120_000); ";

plugin({
  name: 'the time that a test may take',
  setup(build) {
    build.onLoad({ filter: /\.test\.ts$/ }, async ({ path }) => ({
      loader: 'ts',
      contents: LIMIT + (await Bun.file(path).text()),
    }));
  },
});
