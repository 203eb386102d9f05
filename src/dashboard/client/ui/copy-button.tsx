import { useState } from 'preact/hooks';
import { words } from '../words/words.ts';

/** Selects and copies by the old way: the clipboard is there on https and localhost alone. */
function copyBySelecting(text: string, inside: Element): boolean {
  const area = document.createElement('textarea');
  area.value = text;
  area.setAttribute('aria-hidden', 'true');
  // Beside the button, because a dialog makes everything outside it inert.
  inside.after(area);
  area.select();
  const copied = document.execCommand('copy');
  area.remove();
  return copied;
}

async function copyText(text: string, inside: Element): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyBySelecting(text, inside);
  }
}

interface CopyButtonProps {
  readonly text: string;
  /** Said to those who do not see which text the button stands beside. */
  readonly what?: string;
  /** On the button, where "Copy" does not say enough. */
  readonly label?: string;
}

export function CopyButton({ text, what, label }: CopyButtonProps) {
  const [copied, setCopied] = useState<string>();
  const w = words.value;
  const word = copied === text ? w.copied : (label ?? w.copy);
  return (
    <button
      type="button"
      class="copy"
      aria-label={what === undefined ? undefined : `${word}: ${what}`}
      onClick={(event) => {
        const button = event.currentTarget;
        copyText(text, button).then((done) => {
          button.focus();
          if (done) setCopied(text);
        });
      }}
    >
      {word}
    </button>
  );
}
