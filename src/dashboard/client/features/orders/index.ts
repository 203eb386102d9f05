/**
 * Orders on the dashboard: table, board and day, one order, its form and its papers. May know: statuses, payments, and
 * products by their name. Must never: decide what is allowed for an order, which is the server's task.
 */

export const loadOrdersPage = async () => (await import('./orders-page.tsx')).OrdersPage;
export const loadOrderPage = async () => (await import('./order-page.tsx')).OrderPage;
export async function loadNewOrderPage() {
  const [page, names] = await Promise.all([
    import('./order-form/form-page.tsx'),
    import('./order-form/one-line/known-names.ts'),
    // Loads the parser of the one-line field together with the page. An import in the page would request the parser
    // only later.
    import('./order-form/one-line/read-line.ts'),
  ]);
  page.learnNames(names);
  return page.NewOrderPage;
}
export const loadEditOrderPage = async () => (await import('./order-form/edit-page.tsx')).EditOrderPage;
export const loadOrderPaperPage = async () => (await import('./print/order-paper-page.tsx')).OrderPaperPage;
export const loadSchedulesPage = async () => (await import('./schedules-page.tsx')).SchedulesPage;
export const loadCouriersPage = async () => (await import('./print/couriers-page.tsx')).CouriersPage;
