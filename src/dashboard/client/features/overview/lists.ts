/** The address of the inquiries that a bar of the chart of stages counts. */
export const inquiriesOf = (stage: string): string => `/app/inquiries?${new URLSearchParams({ stage })}`;

/** The address of the orders made on a day. It lists orders of any status, as the chart counts them. */
export const ordersMadeOn = (day: string): string => `/app/orders?${new URLSearchParams({ made: day })}`;

/** The address of the orders that add up to a figure of a day. */
export function ordersOf({ filters }: { readonly filters: { readonly today: string } }, day: string): string {
  const filter = new URLSearchParams(filters.today);
  filter.delete('when');
  return `/app/orders?${new URLSearchParams({ from: day, to: day })}&${filter}`;
}
