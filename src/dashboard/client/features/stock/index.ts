/**
 * Products, the stock on hand of each, and its movements. May know: orders by their number. Must never: calculate the
 * stock on hand, which is the task of the ledger on the server.
 */

export const loadStockPage = async () => (await import('./stock-page.tsx')).StockPage;
export const loadStocktakesPage = async () => (await import('./stocktakes-page.tsx')).StocktakesPage;
export const loadStocktakePage = async () => (await import('./stocktake-page.tsx')).StocktakePage;
export const loadProductPage = async () => (await import('./product-page.tsx')).ProductPage;
