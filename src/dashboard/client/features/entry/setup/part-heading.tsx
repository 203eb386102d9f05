/** This ref is a constant, so Preact calls it when the heading appears, and not on every render. */
const focusIt = (heading: HTMLHeadingElement | null): void => heading?.focus();

/** The heading of a part that replaces another. It takes the focus, so that screen readers announce the change. */
export const PartHeading = ({ children }: { readonly children: string }) => (
  <h1 tabIndex={-1} ref={focusIt}>
    {children}
  </h1>
);
