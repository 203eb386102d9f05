import type { ComponentChildren } from 'preact';
import { words } from '../../words/common.ts';
import { Drawing, type DrawingPaths } from './drawing.tsx';

interface EmptyProps {
  readonly drawing: DrawingPaths;
  readonly title: string;
  /** One sentence about why nothing is here, or what will be here. */
  readonly what?: string | undefined;
  /** The heading level: 1 if no other heading is on the page, 2 below the page's title, 3 below a section's heading. */
  readonly level?: 1 | 2 | 3;
  /** The only action on the page. */
  readonly children?: ComponentChildren;
  /** Commands and code, folded because most readers do not program. */
  readonly developers?: ComponentChildren;
}

export function Empty({ drawing, title, what, level = 2, children, developers }: EmptyProps) {
  const Title = `h${level}` as const;
  return (
    <div class="empty">
      <Drawing of={drawing} />
      <Title>{title}</Title>
      {what !== undefined && <p class="lead">{what}</p>}
      {children}
      {developers !== undefined && (
        <details class="empty-developers">
          <summary>{words.value.forDevelopers}</summary>
          {developers}
        </details>
      )}
    </div>
  );
}
