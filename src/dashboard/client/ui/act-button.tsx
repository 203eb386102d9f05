import type { ButtonHTMLAttributes } from 'preact';
import type { Sending } from './sending.ts';

interface ActButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  /** Shared by buttons of which only one may work at a time. */
  readonly sending: Sending;
  readonly act: () => Promise<unknown>;
  /** True if each press counts, including the second of a double click, as on an arrow that moves by one. */
  readonly repeats?: boolean;
}

/** A button that acts on the server: once, even if pressed twice. */
export const ActButton = ({ sending, act, repeats = false, ...rest }: ActButtonProps) => (
  <button
    {...rest}
    type="button"
    data-writes
    aria-busy={sending.busy}
    data-repeats={repeats}
    onClick={() => sending.begin(act)}
  />
);
