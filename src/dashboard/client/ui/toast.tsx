import { signal } from '@preact/signals';
import { X } from 'lucide';
import { words } from '../words/words.ts';
import { Icon } from './icon.tsx';

interface Toast {
  readonly text: string;
  /** Takes back what was done; offered for as long as the toast stands. */
  readonly undo?: (() => void) | undefined;
}

const SHOWN_MS = 8_000;
const current = signal<Toast | undefined>(undefined);
let timer: ReturnType<typeof setTimeout> | undefined;

/** Says at the foot of the page what was done. */
export function say(text: string, undo?: () => void): void {
  clearTimeout(timer);
  current.value = { text, undo };
  timer = setTimeout(hush, SHOWN_MS);
}

function hush(): void {
  clearTimeout(timer);
  current.value = undefined;
}

export function Toasts() {
  const toast = current.value;
  return (
    <div class="toasts" role="status">
      {toast !== undefined && (
        <p class="toast">
          <span>{toast.text}</span>
          {toast.undo !== undefined && (
            <button
              type="button"
              class="quiet"
              onClick={() => {
                hush();
                toast.undo?.();
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
