import { useRef, useState } from 'preact/hooks';
import { me } from '../data/me.ts';
import { useLoaded } from '../data/use-loaded.ts';
import { TextField } from '../ui/field.tsx';
import { useFieldWords } from '../ui/problem/use-told.ts';
import { words } from '../words/words.ts';
import { checkAddress, type Look } from './webhooks.ts';

const PAUSE_MS = 500;

interface AddressFieldProps {
  readonly value?: string;
  readonly autofocus?: boolean;
}

/** Shows the field for a webhook's URL. The server checks the URL while the user types, but sends no request to it. */
export function AddressField({ value = '', autofocus = value === '' }: AddressFieldProps) {
  const [text, setText] = useState(value);
  const isAsked = text.trim() !== '' && text !== value;
  /** The lookup under way. The field may already contain another address. */
  const underWay = useRef<Promise<unknown>>(undefined);
  const look = async (signal: AbortSignal): Promise<Look | undefined> => {
    await underWay.current?.catch(() => undefined);
    // If the text changed during the wait for the previous lookup, another lookup for the new text follows.
    if (signal.aborted || !isAsked) return undefined;
    const answer = checkAddress(text);
    underWay.current = answer;
    return answer;
  };
  // If the server cannot check now, saving the endpoint reports the error.
  const { data, isOld, error } = useLoaded(look, text, { after: PAUSE_MS });
  const verdict = isOld ? undefined : data;
  const isChecking = isAsked && verdict === undefined && error === undefined;
  const trouble = verdict?.trouble ?? null;
  const told = useFieldWords(trouble !== null);
  const w = words.value;
  return (
    <>
      <TextField
        name="url"
        label={w.hooks.address}
        hint={me.value?.installation.allowPrivateWebhooks === true ? w.privateAllowed : w.hooks.addressHint}
        type="url"
        required
        autofocus={autofocus}
        value={text}
        problem={trouble === null ? undefined : told.belowField(trouble)}
        aria-describedby="address-verdict"
        onInput={(event) => setText(event.currentTarget.value)}
      />
      <p id="address-verdict" class={`verdict ${toneOf(verdict)}`} aria-live="polite">
        {isChecking && w.hooks.checking}
        {trouble === null && verdict !== undefined && reachOf(verdict)}
      </p>
    </>
  );
}

function reachOf({ unreached }: Look): string {
  const w = words.value.hooks;
  return unreached === null ? w.usable : `${w.unreached(unreached.what)} ${unreached.next}`;
}

function toneOf(verdict: Look | undefined): string {
  if (verdict === undefined) return 'meta';
  if (!verdict.usable) return 'bad';
  return verdict.trouble === null && verdict.unreached === null ? 'good' : 'busy';
}
