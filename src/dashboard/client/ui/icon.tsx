import type { IconNode } from 'lucide';

/**
 * Shows a line icon from lucide. Its meaning is in the text next to it, or in the name of the element around it.
 * @param size in px
 */
export const Icon = ({ of, size = 20 }: { readonly of: IconNode; readonly size?: number }) => (
  <svg class="icon" width={size} height={size} viewBox="0 0 24 24" aria-hidden="true">
    {of.map(([name, drawn]) => {
      // The name may also be `circle` or `line`, but all shapes are rendered in the same way.
      const Shape = name as 'path';
      return <Shape key={JSON.stringify(drawn)} {...drawn} />;
    })}
  </svg>
);
