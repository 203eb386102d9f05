/**
 * The writer of the search index, which follows the orders. Must never: delay an order, or be the only way to find one.
 */
export { SearchIndexer } from './indexer.ts';
