import type { IconNode } from 'lucide';
import type { ComponentChildren } from 'preact';
import { Icon } from './icon.tsx';

interface EmptyProps {
  /** The sign of what is not there yet. */
  readonly icon: IconNode;
  readonly title: string;
  readonly what?: string;
  /** 1 where nothing else heads the page. */
  readonly level?: 1 | 2;
  /** The one thing to do about it. */
  readonly children?: ComponentChildren;
}

const DRAWN = 40;

/** Where nothing is yet: a drawing of what will be, a line of why, and one thing to do. */
export const Empty = ({ icon, title, what, level = 2, children }: EmptyProps) => (
  <div class="empty">
    <span class="drawing">
      <Icon of={icon} size={DRAWN} />
    </span>
    {level === 1 ? <h1>{title}</h1> : <h2>{title}</h2>}
    {what !== undefined && <p class="lead">{what}</p>}
    {children}
  </div>
);
