import { signal } from '@preact/signals';
import { X } from 'lucide';
import { words } from '../words/common.ts';
import { Icon } from './icon.tsx';

interface Toast {
  readonly text: string;
  /** Undoes the action. The toast offers this as long as it is shown. */
  readonly undo?: (() => unknown) | undefined;
}

const SHOWN_MS = 8_000;
const current = signal<Toast | undefined>(undefined);
let timer: ReturnType<typeof setTimeout> | undefined;

/**
 * Reports a finished action in the frame around the page.
 * @param undo undoes the action; if that fails, another message says so
 */
export function say(text: string, undo?: Toast['undo']): void {
  current.value = { text, undo };
  wait();
}

/** Hides the toast after a while. The time does not run while the pointer or the focus is on the toast. */
function wait(): void {
  clearTimeout(timer);
  timer = setTimeout(hush, SHOWN_MS);
}
const hold = (): void => clearTimeout(timer);

function hush(): void {
  clearTimeout(timer);
  current.value = undefined;
}

export function Toasts() {
  const toast = current.value;
  return (
    <div class="toasts" role="status">
      {toast !== undefined && (
        <p class="toast" onPointerEnter={hold} onPointerLeave={wait} onFocusIn={hold} onFocusOut={wait}>
          <span>{toast.text}</span>
          {toast.undo !== undefined && (
            <button
              type="button"
              class="quiet"
              onClick={() => {
                hush();
                Promise.resolve(toast.undo?.()).catch(() => say(words.value.notUndone));
              }}
            >
              {words.value.undo}
            </button>
          )}
          <button type="button" class="bare" aria-label={words.value.close} onClick={hush}>
            <Icon of={X} />
          </button>
        </p>
      )}
    </div>
  );
}
