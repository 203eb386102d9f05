import type { ClientAnswer } from '../../parts/clients.ts';
import { money } from '../../ui/format.ts';
import { Pairs } from '../../ui/pairs.tsx';
import { words } from '../../words/words.ts';
import { listsOfClient } from './lists.ts';

export function Figures({ client, owing }: Pick<ClientAnswer, 'client' | 'owing'>) {
  const w = words.value.clients;
  const lists = listsOfClient(client.id, owing);
  const figures = [
    [w.orders, String(client.orders), lists.orders],
    [w.paid, money(client.paid), lists.paid],
    [w.owed, money(client.owed), lists.owed],
  ] as const;
  return <Pairs class="clients-figures" of={figures.map(([name, value, to]) => [name, <a href={to}>{value}</a>])} />;
}
