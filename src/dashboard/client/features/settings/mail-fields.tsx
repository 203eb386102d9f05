import { Choices, TextField } from '../../ui/field.tsx';
import { pageWords } from '../../words/settings-pages.ts';
import { words } from '../../words/words.ts';
import type { Draft, MailFacts, Tls } from './mail-data.ts';
import { NumberField } from './number-field.tsx';

/** The ports of mail servers (RFC 8314), and 25 for a relay on this machine. */
const PORTS: Readonly<Record<Tls, number>> = { implicit: 465, starttls: 587, none: 25 };
const MODES = ['implicit', 'starttls', 'none'] as const;

interface MailFieldsProps {
  readonly draft: Draft;
  readonly setDraft: (draft: Draft) => void;
  readonly facts: MailFacts;
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

function Where({ draft, setDraft }: MailFieldsProps) {
  const w = pageWords.value.mail;
  return (
    <div class="settings-host-and-port">
      <TextField
        name="host"
        label={w.host}
        hint={w.hostHint}
        required
        maxLength={253}
        autocapitalize="off"
        spellcheck={false}
        value={draft.host}
        onInput={(event) => setDraft({ ...draft, host: event.currentTarget.value })}
      />
      <NumberField
        name="port"
        label={w.port}
        min={1}
        max={65_535}
        value={draft.port}
        set={(port) => setDraft({ ...draft, port })}
      />
    </div>
  );
}

function Encryption({ draft, setDraft }: MailFieldsProps) {
  const w = pageWords.value.mail;
  const choose = (tls: Tls): void => {
    const isUsual = draft.port === PORTS[draft.tls];
    setDraft({ ...draft, tls, port: isUsual ? PORTS[tls] : draft.port });
  };
  return (
    <Choices name="tls" label={w.encryption}>
      {MODES.map((mode) => (
        <label class="check" key={mode}>
          <input type="radio" name="tls" checked={mode === draft.tls} onChange={() => choose(mode)} />{' '}
          <span>{w.modes[mode]}</span> <span class="meta">{w.modesWhat[mode]}</span>
        </label>
      ))}
    </Choices>
  );
}

function Login({ draft, setDraft, facts }: MailFieldsProps) {
  const w = pageWords.value.mail;
  const hasSaved = facts.kind === 'saved' && facts.saved?.user != null;
  return (
    <div class="fields">
      <TextField
        name="user"
        label={w.user}
        hint={w.userHint}
        maxLength={500}
        autocapitalize="off"
        spellcheck={false}
        value={draft.user}
        onInput={(event) => setDraft({ ...draft, user: event.currentTarget.value })}
      />
      <TextField
        name="password"
        label={words.value.password}
        hint={hasSaved ? w.passwordKept : w.passwordHint}
        type="password"
        maxLength={500}
        // The field must not offer the reader's own Docket password.
        autocomplete="new-password"
        value={draft.password}
        onInput={(event) => setDraft({ ...draft, password: event.currentTarget.value })}
      />
    </div>
  );
}

function Sender({ draft, setDraft, facts }: MailFieldsProps) {
  const w = pageWords.value.mail;
  const by = facts.givenBy.from;
  return (
    <TextField
      name="sender"
      label={w.sender}
      hint={by === null ? w.senderHint : w.senderGiven(by)}
      type="email"
      required
      maxLength={254}
      value={draft.sender}
      onInput={(event) => setDraft({ ...draft, sender: event.currentTarget.value })}
    />
  );
}
