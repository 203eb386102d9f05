import { useEffect, useRef, useState } from 'preact/hooks';
import { subtle } from '../../data/secure-context.ts';
import { ReceiverCode } from '../../parts/receiver-code.tsx';
import { Chip } from '../../ui/chip.tsx';
import { manualHome } from '../../ui/page-title.tsx';
import { words } from '../../words/words.ts';
import { type SignedMessage, type Verdict, verifySignature } from './verify-signature.ts';

const HEADERS = [
  ['id', 'webhook-id'],
  ['timestamp', 'webhook-timestamp'],
  ['signature', 'webhook-signature'],
] as const;

/** Checks a signature in the browser; nothing leaves the page. */
export function VerifyForm() {
  const form = useRef<HTMLFormElement>(null);
  const [verdict, setVerdict] = useState<Verdict>();
  const w = words.value.connect;
  useEffect(() => {
    // Wipes the form, because the browser may keep the page, and so the secret, for its Back button.
    const wipe = (): void => {
      form.current?.reset();
      setVerdict(undefined);
    };
    addEventListener('pagehide', wipe);
    return () => removeEventListener('pagehide', wipe);
  }, []);
  const submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    if (form.current === null || subtle === undefined) return;
    const fields = new FormData(form.current);
    const text = (name: keyof SignedMessage): string => String(fields.get(name) ?? '');
    // The browser may turn each line break into `\r\n`. The signature would then not match, so this line restores `\n`.
    const body = text('body').replaceAll('\r\n', '\n');
    const signed = { body, id: text('id'), timestamp: text('timestamp'), signature: text('signature') };
    setVerdict(await verifySignature(subtle, { ...signed, secret: text('secret') }, Date.now()));
  };
  return (
    <>
      <h2>{w.verify}</h2>
      <p class="lead">{w.verifyWhat}</p>
      {subtle !== undefined ? (
        // biome-ignore lint/plugin: this form sends nothing.
        <form
          class="connect-verify"
          ref={form}
          // biome-ignore lint/plugin: this form sends nothing.
          onSubmit={submit}
          onInput={() => setVerdict(undefined)}
          autocomplete="off"
        >
          <label>
            {w.body}
            <textarea name="body" rows={5} spellcheck={false} autocomplete="off" />
          </label>
          {HEADERS.map(([name, header]) => (
            <label key={name}>
              <code>{header}</code>
              <input name={name} spellcheck={false} autocomplete="off" />
            </label>
          ))}
          <label>
            {w.secret}
            <input name="secret" type="password" autocomplete="off" placeholder="whsec_…" />
          </label>
          <button type="submit" data-offline>
            {w.check}
          </button>
          <div class="connect-verdict" aria-live="polite">
            {verdict !== undefined && <Result verdict={verdict} />}
          </div>
        </form>
      ) : (
        <p class="note">{w.noCrypto}</p>
      )}
      <h3>{w.snippets}</h3>
      <p class="lead">{w.snippetsWhat}</p>
      <ReceiverCode>
        {' · '}
        <a href={`${manualHome()}/webhooks#${w.noLibraryAnchor}`} target="_blank" rel="noopener">
          {w.noLibrary}
        </a>
      </ReceiverCode>
    </>
  );
}

function Result({ verdict }: { readonly verdict: Verdict }) {
  const w = words.value.connect;
  return (
    <>
      <p>
        <Chip tone={verdict.valid ? 'good' : 'bad'}>{verdict.valid ? w.verdictValid : w.verdictInvalid}</Chip>
      </p>
      <ul>
        {verdict.valid && verdict.of > 1 && <li>{w.verdictOneOf(verdict.nth, verdict.of)}</li>}
        {!verdict.valid && verdict.faults.map((fault) => <li key={fault}>{w.faults[fault]}</li>)}
        {verdict.remarks.map((remark) => (
          <li key={remark}>{w.remarks[remark]}</li>
        ))}
      </ul>
    </>
  );
}
