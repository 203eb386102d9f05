import { useLocation } from 'preact-iso';
import { words } from '../../../words/words.ts';

/** The papers of one order, each for one reader. */
export function PaperChoice({ id }: { readonly id: string }) {
  const { choose, choices } = words.value.print;
  const { url } = useLocation();
  const papers = [
    [choices.slip, `/app/orders/${id}/print/slip`],
    [choices.ticket, `/app/orders/${id}/print/ticket`],
    [choices.card, `/app/orders/${id}/print/card`],
    [choices.couriers, `/app/print/couriers?ids=${id}`],
  ] as const;
  return (
    <nav class="tabs print-choice noprint" aria-label={choose}>
      {papers.map(([name, address]) => (
        <a key={address} href={address} aria-current={url.startsWith(address) ? 'page' : undefined}>
          {name}
        </a>
      ))}
    </nav>
  );
}
