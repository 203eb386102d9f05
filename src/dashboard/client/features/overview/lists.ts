export const inquiriesOf = (stage: string): string => `/app/inquiries?${new URLSearchParams({ stage })}`;

/** Returns the address of the orders made on a day. The list has orders of any status, as the chart counts them. */
export const ordersMadeOn = (day: string): string => `/app/orders?${new URLSearchParams({ made: day })}`;

export function ordersOf({ filters }: { readonly filters: { readonly today: string } }, day: string): string {
  const filter = new URLSearchParams(filters.today);
  filter.delete('when');
  return `/app/orders?${new URLSearchParams({ from: day, to: day })}&${filter}`;
}
