import { Field } from '../../ui/field.tsx';
import { pageWords } from '../../words/settings-pages.ts';
import type { Draft, MailFacts, Tls } from './mail-data.ts';

/** Where mail servers listen (RFC 8314; a relay on this machine: 25). */
const PORTS: Readonly<Record<Tls, number>> = { implicit: 465, starttls: 587, none: 25 };
const MODES = ['implicit', 'starttls', 'none'] as const;

/** As the server names them; what is wrong with one stands below it. */
export const MAIL_FIELDS = ['host', 'port', 'tls', 'user', 'password', 'sender'] as const;

interface MailFieldsProps {
  readonly draft: Draft;
  readonly setDraft: (draft: Draft) => void;
  /** What the last try found wrong with a field. */
  readonly problem: (path: (typeof MAIL_FIELDS)[number]) => string | undefined;
  readonly it: MailFacts;
}

export function MailFields(props: MailFieldsProps) {
  return (
    <>
      <Where {...props} />
      <Encryption {...props} />
      <Login {...props} />
      <Sender {...props} />
    </>
  );
}

function Where({ draft, setDraft, problem }: MailFieldsProps) {
  const w = pageWords.value.mail;
  return (
    <div class="host-and-port">
      <Field name="host" label={w.host} hint={w.hostHint} problem={problem('host')}>
        {(tied) => (
          <input
            {...tied}
            required
            maxLength={253}
            autocomplete="off"
            autocapitalize="off"
            spellcheck={false}
            value={draft.host}
            onInput={(event) => setDraft({ ...draft, host: event.currentTarget.value })}
          />
        )}
      </Field>
      <Field name="port" label={w.port} problem={problem('port')}>
        {(tied) => (
          <input
            {...tied}
            type="number"
            inputMode="numeric"
            required
            min={1}
            max={65_535}
            value={draft.port}
            onInput={(event) => {
              const { valueAsNumber: port } = event.currentTarget;
              if (Number.isInteger(port)) setDraft({ ...draft, port });
            }}
          />
        )}
      </Field>
    </div>
  );
}

function Encryption({ draft, setDraft, problem }: MailFieldsProps) {
  const w = pageWords.value.mail;
  const choose = (tls: Tls): void => {
    // A port of one's own stays.
    const isUsual = draft.port === PORTS[draft.tls];
    setDraft({ ...draft, tls, port: isUsual ? PORTS[tls] : draft.port });
  };
  return (
    <fieldset aria-describedby="tls-problem">
      <legend>{w.encryption}</legend>
      {MODES.map((mode) => (
        <label class="check" key={mode}>
          <input type="radio" name="tls" checked={mode === draft.tls} onChange={() => choose(mode)} />{' '}
          <span>{w.modes[mode]}</span> <span class="meta">{w.modesWhat[mode]}</span>
        </label>
      ))}
      <p id="tls-problem" class="field-problem" role="alert">
        {problem('tls')}
      </p>
    </fieldset>
  );
}

function Login({ draft, setDraft, problem, it }: MailFieldsProps) {
  const w = pageWords.value.mail;
  const hasSaved = it.kind === 'saved' && it.saved?.user != null;
  return (
    <div class="fields">
      <Field name="user" label={w.user} hint={w.userHint} problem={problem('user')}>
        {(tied) => (
          <input
            {...tied}
            maxLength={500}
            autocomplete="off"
            autocapitalize="off"
            spellcheck={false}
            value={draft.user}
            onInput={(event) => setDraft({ ...draft, user: event.currentTarget.value })}
          />
        )}
      </Field>
      <Field
        name="password"
        label={w.password}
        hint={hasSaved ? w.passwordKept : w.passwordHint}
        problem={problem('password')}
      >
        {(tied) => (
          <input
            {...tied}
            type="password"
            maxLength={500}
            // Not one's own password of Docket.
            autocomplete="new-password"
            value={draft.password}
            onInput={(event) => setDraft({ ...draft, password: event.currentTarget.value })}
          />
        )}
      </Field>
    </div>
  );
}

function Sender({ draft, setDraft, problem, it }: MailFieldsProps) {
  const w = pageWords.value.mail;
  const by = it.givenBy.from;
  return (
    <Field
      name="sender"
      label={w.sender}
      hint={by === null ? w.senderHint : w.senderGiven(by)}
      problem={problem('sender')}
    >
      {(tied) => (
        <input
          {...tied}
          type="email"
          required
          maxLength={254}
          autocomplete="off"
          value={draft.sender}
          onInput={(event) => setDraft({ ...draft, sender: event.currentTarget.value })}
        />
      )}
    </Field>
  );
}
