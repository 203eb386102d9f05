/**
 * The writer of the search index, which follows the orders.
 * Must never: hold up an order, or be needed for one to be found.
 */
export { SearchIndexer } from './indexer.ts';
