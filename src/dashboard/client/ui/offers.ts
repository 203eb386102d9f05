import { useEffect, useRef } from 'preact/hooks';

/** An action that the open page can do, for other parts that ask for it. */
type Offer = 'payment';

const offers = new Map<Offer, () => void>();

export const offerOf = (what: Offer): (() => void) | undefined => offers.get(what);

/** Offers something for as long as the page is open and it can be done. */
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
