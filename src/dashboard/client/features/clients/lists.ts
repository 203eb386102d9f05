/**
 * Returns the addresses of the lists behind a client's figures. Each list shows the orders or payments that its figure
 * counts.
 * @param owing the filter for orders not fully paid
 */
export const listsOfClient = (id: string, owing: string) => ({
  orders: `/app/orders?client=${id}`,
  paid: `/app/payments?when=all&client=${id}`,
  owed: `/app/orders?client=${id}&${owing}`,
});
