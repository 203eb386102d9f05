import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { words } from '../../words/words.ts';

const KEY = 'docket.charts';

function isKeptFolded(): boolean {
  try {
    return localStorage.getItem(KEY) === 'folded';
  } catch {
    return false;
  }
}

/** The charts, folded for those who do not want them; the browser remembers it. */
export function Charts({ children }: { readonly children: ComponentChildren }) {
  const [isOpen, setIsOpen] = useState(() => !isKeptFolded());
  return (
    <details
      class="overview-charts"
      open={isOpen}
      onToggle={({ currentTarget }) => {
        setIsOpen(currentTarget.open);
        try {
          localStorage.setItem(KEY, currentTarget.open ? 'open' : 'folded');
        } catch {
          // Then it holds until the page is left.
        }
      }}
    >
      <summary>
        <h2>{words.value.overview.charts}</h2>
      </summary>
      {isOpen && <div class="overview-two">{children}</div>}
    </details>
  );
}
