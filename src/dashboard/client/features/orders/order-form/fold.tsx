import type { ComponentChildren } from 'preact';
import { useRef } from 'preact/hooks';

interface FoldProps {
  readonly title: string;
  /** Whether anything stands in it: once something does it stays open. */
  readonly isFilled: boolean;
  readonly children: ComponentChildren;
}

/** What most orders have nothing of: folded until it is wanted. */
export function Fold({ title, isFilled, children }: FoldProps) {
  const wasFilled = useRef(isFilled);
  wasFilled.current ||= isFilled;
  return (
    <details class="order-form-fold" open={wasFilled.current}>
      <summary>{title}</summary>
      {children}
    </details>
  );
}
