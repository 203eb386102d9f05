import { useEffect, useRef, useState } from 'preact/hooks';
import { checkAddress, type Trouble } from '../../data/webhooks.ts';
import { useFieldWords } from '../../ui/problem/use-told.ts';
import { words } from '../../words/words.ts';

/** Somebody who stops typing for so long wants to know. */
const PAUSE_MS = 500;

type Verdict = 'unknown' | 'checking' | { readonly usable: boolean; readonly trouble: Trouble | null };

/** The address of an endpoint, looked at by the server while it is typed; nothing is sent there. */
export function AddressField({ value = '' }: { readonly value?: string }) {
  const [text, setText] = useState(value);
  const [verdict, setVerdict] = useState<Verdict>('unknown');
  const latest = useRef(0);
  useEffect(() => {
    latest.current += 1;
    const mine = latest.current;
    if (text.trim() === '' || text === value) {
      setVerdict('unknown');
      return undefined;
    }
    const tell = (next: Verdict): void => {
      if (latest.current === mine) setVerdict(next);
    };
    const timer = setTimeout(() => {
      tell('checking');
      // Who cannot be asked now says it when the endpoint is saved.
      checkAddress(text).then(tell, () => tell('unknown'));
    }, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text, value]);
  const trouble = typeof verdict === 'string' ? null : verdict.trouble;
  const told = useFieldWords(trouble !== null);
  const w = words.value;
  return (
    <>
      <label>
        {w.address}
        <input
          name="url"
          type="url"
          required
          autofocus={value === ''}
          autocomplete="off"
          value={text}
          aria-describedby="address-hint address-verdict"
          onInput={(event) => setText(event.currentTarget.value)}
        />
      </label>
      <p id="address-hint" class="meta">
        {w.addressHint}
      </p>
      <p id="address-verdict" class={`verdict ${toneOf(verdict)}`} aria-live="polite">
        {trouble === null ? inWords(verdict) : told.belowField(trouble)}
      </p>
    </>
  );
}

function toneOf(verdict: Verdict): string {
  if (verdict === 'unknown' || verdict === 'checking') return 'meta';
  if (!verdict.usable) return 'bad';
  return verdict.trouble === null ? 'good' : 'busy';
}

function inWords(verdict: Verdict): string {
  if (verdict === 'unknown') return '';
  return verdict === 'checking' ? words.value.hooks.checking : words.value.hooks.usable;
}
