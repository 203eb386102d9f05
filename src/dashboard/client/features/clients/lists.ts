/**
 * Returns the addresses of the lists that add up to a client's figures.
 * @param owing the filter for orders not fully paid
 */
export const listsOfClient = (id: string, owing: string) => ({
  orders: `/app/orders?client=${id}`,
  paid: `/app/payments?when=all&client=${id}`,
  owed: `/app/orders?client=${id}&${owing}`,
});
