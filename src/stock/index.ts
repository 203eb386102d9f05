/**
 * Stock on hand: products, the ledger of every movement, and the write-off of goods, once for each order.
 * Must never: keep an order from being created or changed, or lose a line of the ledger.
 */
export { addProduct, correctStock, updateProduct } from './change-products.ts';
export { findForItem, findListPrices } from './find-for-item.ts';
export { finishStocktakes } from './finish-stocktakes.ts';
export type { ProductField } from './import-file.ts';
export { openProductFile, PRODUCT_IMPORT } from './import-products.ts';
export {
  countBelow,
  countLow,
  findScanned,
  getProduct,
  listCategories,
  listMovements,
  listPriced,
  listProducts,
  type Movement,
  nameProducts,
  type Product,
  searchProducts,
} from './list-products.ts';
export {
  type CountedProduct,
  getStocktake,
  listCounts,
  listStocktakes,
  type StocktakePart,
  walkCounts,
} from './list-stocktakes.ts';
export { getPicture } from './pictures.ts';
export { applyStocktake, countProduct, dropStocktake, startStocktake } from './stocktakes.ts';
export { IMPORTED_PRODUCTS } from './undo-import.ts';
export { findWriteOff, noteProductsChanged, type WriteOff, writeOffOnEntry } from './write-off.ts';
