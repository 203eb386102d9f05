import { ask } from '../../data/api.ts';
import { useLoaded } from '../../data/use-loaded.ts';
import { useKeptDay } from '../../parts/keep-day.ts';
import { ordersOf } from '../../parts/orders.ts';

export function KeepDay({ workspaceId }: { readonly workspaceId: string }) {
  const { data } = useLoaded(() => ask(ordersOf().day.get({ query: { filter: '' } })), workspaceId, {
    on: ['orders'],
    calm: true,
  });
  useKeptDay(workspaceId, data);
  return null;
}
