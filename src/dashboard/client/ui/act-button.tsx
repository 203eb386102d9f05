import type { ButtonHTMLAttributes } from 'preact';
import type { Sending } from './sending.ts';

interface ActButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  /** The state that buttons share if only one of them may work at a time. */
  readonly sending: Sending;
  readonly act: () => Promise<unknown>;
}

/** Shows a button that calls the server. A second press during the call does nothing. */
export const ActButton = ({ sending, act, ...rest }: ActButtonProps) => (
  <button {...rest} type="button" data-writes aria-busy={sending.busy} onClick={() => sending.begin(act)} />
);
