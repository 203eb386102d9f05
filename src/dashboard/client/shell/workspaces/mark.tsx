/** The first letter of a name on the shop's colour, where there is no picture; the name itself stands beside it. */
export const Mark = ({ name }: { readonly name: string }) => (
  <span class="mark" aria-hidden="true">
    {[...name.trim()][0]?.toUpperCase()}
  </span>
);
