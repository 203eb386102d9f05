import { count } from './format.ts';

interface FirstItemsProps {
  readonly of: { readonly firstProduct: string; readonly firstQuantity: number; readonly moreProducts: number };
}

export const FirstItems = ({ of: { firstProduct, firstQuantity, moreProducts } }: FirstItemsProps) => (
  <>
    <bdi>{firstProduct}</bdi> ×{count(firstQuantity)}
    {moreProducts > 0 && ` +${moreProducts}`}
  </>
);
