/** Indexes orders shortly after they are stored. Must never: delay an order, or be the only way to find one. */
export { SearchIndexer } from './indexer.ts';
