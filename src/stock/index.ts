/**
 * What a shop has on hand: its products, the ledger of every movement, and the write-off of an order's goods, once for each order.
 * Must never: keep an order from being made or changed, or lose a line of the ledger.
 */
export { addProduct, correctStock, type NewProduct, type ProductPatch, updateProduct } from './change-products.ts';
export { findForItem, type ItemOnList } from './find-for-item.ts';
export { type ImportCheck, type ImportFault, type ImportRow, readImport } from './import-file.ts';
export {
  type ImportOutcome,
  importProducts,
  type PlannedRow,
  PRODUCT_IMPORT,
  type ProductImport,
  planImport,
} from './import-products.ts';
export {
  getProduct,
  listMovements,
  listProducts,
  type Movement,
  type MovementPage,
  type Product,
  type ProductFilter,
  type ProductPage,
} from './list-products.ts';
export type { Mover, StockCtx } from './movements.ts';
export { findWriteOff, type WriteOff, writeOffOnEntry } from './write-off.ts';
