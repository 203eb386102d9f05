/** The addresses of the lists that add up to a client's figures. @param owing the query of orders that are owed on */
export const listsOfClient = (id: string, owing: string) => ({
  orders: `/app/orders?client=${id}`,
  paid: `/app/payments?when=all&client=${id}`,
  owed: `/app/orders?client=${id}&${owing}`,
});
