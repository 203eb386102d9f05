import { useEffect, useRef } from 'preact/hooks';

/** What the page that is open can do, for who asks for it elsewhere. */
type Offer = 'payment';

const offers = new Map<Offer, () => void>();

export const offerOf = (what: Offer): (() => void) | undefined => offers.get(what);

/** Offers something for as long as the page stands and it can be done. */
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
