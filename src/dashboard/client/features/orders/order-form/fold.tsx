import type { ComponentChildren } from 'preact';
import { useRef } from 'preact/hooks';

interface FoldProps {
  readonly title: string;
  /** True if the fields have content; they then stay open. */
  readonly isFilled: boolean;
  readonly children: ComponentChildren;
}

/** Fields that most orders leave empty, folded at first. */
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
