/** A ref that stays the same one: it is called when the heading comes, and not at every change below it. */
const focusIt = (heading: HTMLHeadingElement | null): void => heading?.focus();

/** The heading of a part that takes another's place: anyone who does not see it change is told so. */
export const PartHeading = ({ children }: { readonly children: string }) => (
  <h1 tabIndex={-1} ref={focusIt}>
    {children}
  </h1>
);
