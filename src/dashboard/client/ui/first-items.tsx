import { count } from './format.ts';

interface FirstItemsProps {
  readonly of: { readonly firstProduct: string; readonly firstQuantity: number; readonly moreProducts: number };
}

/** What was ordered, in a few words: the first item, and how many more there are. */
export const FirstItems = ({ of: { firstProduct, firstQuantity, moreProducts } }: FirstItemsProps) => (
  <>
    <bdi>{firstProduct}</bdi> ×{count(firstQuantity)}
    {moreProducts > 0 && ` +${moreProducts}`}
  </>
);
