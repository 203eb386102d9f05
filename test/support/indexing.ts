import { SearchIndexer } from '../../src/storage/index.ts';

/**
 * A process that writes the search index, and reports each step, until it is killed. Usage: bun indexing.ts DATABASE
 */
const indexer = new SearchIndexer(process.argv[2] ?? '');
for (;;) {
  const isBehind = await indexer.step();
  const isForgetting = !isBehind && indexer.forget();
  process.stdout.write(isBehind || isForgetting ? '.' : '!');
  if (!isBehind && !isForgetting) await Bun.sleep(1);
}
