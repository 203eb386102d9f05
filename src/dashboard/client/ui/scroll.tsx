import type { ComponentChildren } from 'preact';

interface ScrollProps {
  readonly label: string;
  readonly children: ComponentChildren;
}

/** Shows a part that scrolls if it is too large. The keyboard can reach it, and a screen reader announces its name. */
export const Scroll = ({ label, children }: ScrollProps) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard (WCAG 2.1.1)
  <section class="scroll" aria-label={label} tabIndex={0}>
    {children}
  </section>
);
