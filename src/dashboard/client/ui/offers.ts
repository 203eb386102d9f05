import { useEffect, useRef } from 'preact/hooks';

/** An action of the open page that other parts can request. */
type Offer = 'payment';

const offers = new Map<Offer, () => void>();

export const offerOf = (what: Offer): (() => void) | undefined => offers.get(what);

export function useOffer(what: Offer, act: (() => void) | undefined): void {
  const latest = useRef(act);
  latest.current = act;
  const can = act !== undefined;
  useEffect(() => {
    if (!can) return;
    offers.set(what, () => latest.current?.());
    return () => {
      offers.delete(what);
    };
  }, [can]);
}
