/** The address of the orders that a figure of a day adds up. */
export function ordersOf({ filters }: { readonly filters: { readonly today: string } }, day: string): string {
  const filter = new URLSearchParams(filters.today);
  filter.delete('when');
  return `/app/orders?${new URLSearchParams({ from: day, to: day })}&${filter}`;
}
