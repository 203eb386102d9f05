import { plugin } from 'bun';

/**
 * Ends a test that hangs. It says nothing about speed, so it suits a busy machine. Bun has no such setting for a plain
 * `bun test`, and takes back a limit set here after the first file. So each file of tests sets it on its first line.
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
