import { useState } from 'preact/hooks';
import { useLoaded } from '../../data/use-loaded.ts';
import { checkAddress, type Trouble } from '../../data/webhooks.ts';
import { TextField } from '../../ui/field.tsx';
import { useFieldWords } from '../../ui/problem/use-told.ts';
import { words } from '../../words/words.ts';

/** Somebody who stops typing for so long wants to know. */
const PAUSE_MS = 500;

interface Verdict {
  readonly of: string;
  readonly usable: boolean;
  readonly trouble: Trouble | null;
}

/** The address of an endpoint, looked at by the server while it is typed; nothing is sent there. */
export function AddressField({ value = '' }: { readonly value?: string }) {
  const [text, setText] = useState(value);
  const isAsked = text.trim() !== '' && text !== value;
  const look = async (): Promise<Verdict | undefined> =>
    isAsked ? { of: text, ...(await checkAddress(text)) } : undefined;
  // Who cannot be asked now says it when the endpoint is saved.
  const { data, error } = useLoaded(look, text, { after: PAUSE_MS });
  const verdict = data?.of === text ? data : undefined;
  const isChecking = isAsked && verdict === undefined && error === undefined;
  const trouble = verdict?.trouble ?? null;
  const told = useFieldWords(trouble !== null);
  const w = words.value;
  return (
    <>
      <TextField
        name="url"
        label={w.address}
        hint={w.addressHint}
        type="url"
        required
        autofocus={value === ''}
        autocomplete="off"
        value={text}
        aria-describedby="address-verdict"
        onInput={(event) => setText(event.currentTarget.value)}
      />
      <p id="address-verdict" class={`verdict ${toneOf(verdict)}`} aria-live="polite">
        {trouble !== null && told.belowField(trouble)}
        {isChecking && w.hooks.checking}
        {trouble === null && verdict !== undefined && w.hooks.usable}
      </p>
    </>
  );
}

function toneOf(verdict: Verdict | undefined): string {
  if (verdict === undefined) return 'meta';
  if (!verdict.usable) return 'bad';
  return verdict.trouble === null ? 'good' : 'busy';
}
