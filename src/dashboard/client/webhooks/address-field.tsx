import { useEffect, useRef, useState } from 'preact/hooks';
import { words } from '../state.ts';
import { checkAddress, type Trouble } from './api.ts';

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
        {inWords(verdict)}
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
  const w = words.value.hooks;
  if (verdict === 'unknown') return '';
  if (verdict === 'checking') return w.checking;
  const { trouble } = verdict;
  return trouble === null ? w.usable : w.addressTroubles[trouble.code](trouble.host, trouble.leadsTo);
}
