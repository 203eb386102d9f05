import type { ComponentChildren } from 'preact';
import { words } from '../../words/common.ts';
import { Drawing, type DrawingPaths } from './drawing.tsx';

interface EmptyProps {
  /** A drawing of `ui/empty/drawings`, a file each. */
  readonly drawing: DrawingPaths;
  readonly title: string;
  /** One sentence: why nothing is here, or what will be. */
  readonly what?: string | undefined;
  /** 1 if nothing else heads the page, 3 below a heading of its own. */
  readonly level?: 1 | 2 | 3;
  /** The one thing to do about it. */
  readonly children?: ComponentChildren;
  /** Commands and code, folded: most readers write no programs. */
  readonly developers?: ComponentChildren;
}

/** An empty page: a drawing, a sentence, one thing to do. */
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
