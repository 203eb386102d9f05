export const listsOfClient = (id: string, owing: string) => ({
  orders: `/app/orders?client=${id}`,
  paid: `/app/payments?when=all&client=${id}`,
  owed: `/app/orders?client=${id}&${owing}`,
});
