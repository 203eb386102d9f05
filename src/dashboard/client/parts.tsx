import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { api, ask, Refusal } from './api.ts';
import { CopyButton } from './copy-button.tsx';
import { useExplained } from './explain/use-explained.ts';
import { Form, useForm } from './form.tsx';
import { isOnline } from './online.ts';
import { GivenUp } from './sending.ts';
import { Later } from './sign-in/guest-parts.tsx';
import { me, words } from './state.ts';

/** For whoever is asked for help: in the server's words, which are those of its log and its reference. */
const detailsOf = ({ code, message, requestId, at }: Refusal): string =>
  [`code: ${code}`, `message: ${message}`, `requestId: ${requestId}`, `time: ${at.toISOString()}`].join('\n');

/** What went wrong, in words, with what finds it in the server's log. */
export function Problem({ error, retry }: { readonly error: unknown; readonly retry?: () => void }) {
  const refusal = error instanceof Refusal ? error : undefined;
  const texts = useExplained(refusal);
  return (
    <div class="problem" role="alert">
      {texts.length === 0 && <p>{refusal?.code === 'offline' ? words.value.offline : words.value.noAnswer}</p>}
      {texts.map((text) => (
        <p key={text}>{text}</p>
      ))}
      {refusal !== undefined && refusal.requestId !== '' && (
        <p class="meta">
          {words.value.request} <code>{refusal.requestId}</code>{' '}
          <CopyButton text={detailsOf(refusal)} label={words.value.copyDetails} />
        </p>
      )}
      {retry !== undefined && (
        <button type="button" onClick={retry}>
          {words.value.retry}
        </button>
      )}
    </div>
  );
}

export interface Loaded<T> {
  readonly data: T | undefined;
  readonly error: unknown;
  readonly reload: () => void;
}

/** What `load` gave last; the old stays visible while the new is asked for. */
export function useLoaded<T>(load: () => Promise<T>, key: string): Loaded<T> {
  const [data, setData] = useState<T>();
  const [error, setError] = useState<unknown>();
  const latest = useRef(0);
  const reload = (): void => {
    latest.current += 1;
    const mine = latest.current;
    const current = (then: () => void): void => {
      if (latest.current === mine) then();
    };
    load().then(
      (value) =>
        current(() => {
          setData(value);
          setError(undefined);
        }),
      (problem) => current(() => setError(problem)),
    );
  };
  useEffect(reload, [key]);
  return { data, error, reload };
}

/** Over a dialog the line at the head of the page is not to be seen. */
const OfflineNote = () => (isOnline.value ? null : <p class="banner">{words.value.offline}</p>);

/** A modal dialog of the platform: Escape closes it and the focus goes back to where it was. */
export function Dialog({
  title,
  children,
  onClose,
  locked = false,
}: {
  readonly title: string;
  readonly children: ComponentChildren;
  readonly onClose: () => void;
  /** Not to be closed but by its own buttons. */
  readonly locked?: boolean;
}) {
  const ref = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const dialog = ref.current;
    const before = document.activeElement;
    // Else a second Escape in a row closes it, whatever the first one was answered with.
    if (locked) dialog?.setAttribute('closedby', 'none');
    dialog?.showModal();
    // Taken away by a button of its own, the dialog would leave the focus nowhere.
    return () => {
      if (document.activeElement === document.body && before instanceof HTMLElement) before.focus();
    };
  }, []);
  return (
    <dialog
      ref={ref}
      aria-labelledby="dialog-title"
      onCancel={(event) => {
        if (locked) event.preventDefault();
      }}
      onClose={() => {
        // Null when it is gone already: nobody is to be told twice. A browser without `closedby` may have closed it.
        if (ref.current === null) return;
        if (locked) ref.current.showModal();
        else onClose();
      }}
    >
      <h2 id="dialog-title">{title}</h2>
      {children}
    </dialog>
  );
}

interface Asking {
  readonly proved: () => void;
  readonly givenUp: () => void;
}

/** Runs an action; where the server wants the password first, asks for it and runs the action again. @throws GivenUp where nobody gives it */
export function useGuarded() {
  const [asking, setAsking] = useState<Asking>();
  const guard = async <T,>(action: () => Promise<T>): Promise<T> => {
    try {
      return await action();
    } catch (error) {
      if (!(error instanceof Refusal) || error.code !== 'proof_needed') throw error;
      const answered = Promise.withResolvers<void>();
      setAsking({ proved: answered.resolve, givenUp: () => answered.reject(new GivenUp()) });
      await answered.promise.finally(() => setAsking(undefined));
      return guard(action);
    }
  };
  const dialog = asking === undefined ? null : <ProofDialog proved={asking.proved} given={asking.givenUp} />;
  return { guard, dialog };
}

const loadPasskeyProof = async () => (await import('./sign-in/passkey-part.tsx')).PasskeyProof;

function ProofDialog({ proved, given }: { readonly proved: () => void; readonly given: () => void }) {
  const form = useForm(async (text) => {
    await ask(api.prove.post({ password: text('password') }));
    proved();
  });
  return (
    <Dialog title={words.value.proveTitle} onClose={given}>
      <p>{words.value.proveWhat}</p>
      <Form of={form}>
        <label>
          {words.value.password}
          <input name="password" type="password" autocomplete="current-password" required autofocus />
        </label>
        {form.error !== undefined && <Problem error={form.error} />}
        <div class="actions">
          <button type="button" onClick={given}>
            {words.value.cancel}
          </button>
          <button type="submit" class="main">
            {words.value.goOn}
          </button>
        </div>
        {me.value?.passkeys === location.origin && <Later load={loadPasskeyProof} proved={proved} />}
      </Form>
    </Dialog>
  );
}

/** A word with a dot, never a colour alone. */
export function Chip({
  tone,
  children,
}: {
  readonly tone: 'new' | 'move' | 'good' | 'busy' | 'bad' | 'idle' | 'teal' | 'pink';
  readonly children: string;
}) {
  return <span class={`chip ${tone}`}>{children}</span>;
}

/** How a form in a dialog ends: with what was begun, or without. */
export function FormActions({
  error,
  action,
  onClose,
  danger = false,
  disabled = false,
}: {
  /** Of the last try. */
  readonly error: unknown;
  readonly action: string;
  readonly onClose: () => void;
  readonly danger?: boolean;
  readonly disabled?: boolean;
}) {
  return (
    <>
      {error !== undefined && <Problem error={error} />}
      <OfflineNote />
      <div class="actions">
        <button type="button" onClick={onClose}>
          {words.value.cancel}
        </button>
        <button type="submit" class={danger ? 'danger' : 'main'} disabled={disabled}>
          {action}
        </button>
      </div>
    </>
  );
}
