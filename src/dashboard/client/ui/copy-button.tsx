import { useState } from 'preact/hooks';
import { clipboard } from '../data/secure-context.ts';
import { words } from '../words/common.ts';
import { type Sending, useSending } from './sending.ts';

/** Copies with `execCommand`, for pages without the clipboard API. */
function copyBySelecting(text: string, inside: Element): boolean {
  const area = document.createElement('textarea');
  area.value = text;
  area.setAttribute('aria-hidden', 'true');
  // The button may be in an open dialog. The text area must be in the same dialog, because everything outside is inert.
  inside.after(area);
  area.select();
  const copied = document.execCommand('copy');
  area.remove();
  return copied;
}

async function copyText(text: string, inside: Element): Promise<boolean> {
  try {
    if (clipboard === undefined) return copyBySelecting(text, inside);
    await clipboard.writeText(text);
    return true;
  } catch {
    return copyBySelecting(text, inside);
  }
}

/**
 * Copies a text that is still loading. The copy begins during the press, because some browsers refuse it later
 * (https://webkit.org/blog/10855/async-clipboard-api/).
 */
async function copyComing(text: Promise<string>, inside: Element): Promise<boolean> {
  if (clipboard === undefined || !('ClipboardItem' in globalThis)) return copyText(await text, inside);
  const blob = text.then((plain) => new Blob([plain], { type: 'text/plain' }));
  try {
    await clipboard.write([new ClipboardItem({ 'text/plain': blob })]);
    return true;
  } catch {
    return copyBySelecting(await text, inside);
  }
}

const mark = (area: HTMLTextAreaElement | null): void => area?.select();

interface Looks {
  readonly class?: string;
  /** Tells screen readers which text the button copies. */
  readonly what?: string | undefined;
  /** The button's text, if "Copy" is not clear enough. */
  readonly label?: string;
  /** The text after copying, if "Copied" is not clear enough. */
  readonly done?: string;
}

type CopyButtonProps = Looks &
  ({ readonly text: string } | { readonly act: () => Promise<string>; readonly sending: Sending });

/**
 * Copies a text. If a browser refuses, the text is shown and selected, so that the reader can copy it with the
 * keyboard.
 */
export function CopyButton(props: CopyButtonProps) {
  const { class: look = 'copy', what, label, done } = props;
  const own = useSending();
  const [copied, setCopied] = useState<string>();
  const [left, setLeft] = useState<string>();
  const w = words.value;
  const isCopied = 'text' in props ? copied === props.text : copied !== undefined;
  const word = isCopied ? (done ?? w.copied) : (label ?? w.copy);
  const sending = 'text' in props ? own : props.sending;
  const copy = async (button: HTMLElement): Promise<void> => {
    const coming = 'text' in props ? props.text : props.act();
    const isDone = await (typeof coming === 'string' ? copyText(coming, button) : copyComing(coming, button));
    const text = await coming;
    setCopied(isDone ? text : undefined);
    setLeft(isDone ? undefined : text);
    if (isDone) button.focus();
  };
  return (
    <>
      <button
        type="button"
        class={look}
        {...('act' in props ? { 'data-writes': true } : {})}
        aria-label={what === undefined ? undefined : `${word}: ${what}`}
        aria-busy={sending.busy}
        onClick={({ currentTarget }) => sending.begin(() => copy(currentTarget))}
      >
        {word}
      </button>
      {left !== undefined && (
        <label class="copy-by-keys" key={left}>
          {w.copyByKeys}
          <textarea readOnly rows={3} value={left} ref={mark} />
        </label>
      )}
    </>
  );
}
