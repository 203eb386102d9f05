import { startRegistration, WebAuthnError } from '@simplewebauthn/browser';
import { useState } from 'preact/hooks';
import { api, ask } from '../../data/api.ts';
import { refreshMe } from '../../data/me.ts';
import { isRefusal } from '../../data/refusal.ts';
import { hasPasskeys } from '../../data/secure-context.ts';
import { useLoaded } from '../../data/use-loaded.ts';
import { ActButton } from '../../ui/act-button.tsx';
import { Chip } from '../../ui/chip.tsx';
import { TextField } from '../../ui/field.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { formatTime } from '../../ui/format.ts';
import { Problem } from '../../ui/problem/problem.tsx';
import { useSending } from '../../ui/sending.ts';
import { pageWords } from '../../words/settings-pages.ts';
import { words } from '../../words/words.ts';
import { CodeForm } from './factor-dialogs.tsx';

type Doing =
  | { readonly what: 'added' | 'rename'; readonly passkey: Pick<Passkey, 'id' | 'name'> }
  | { readonly what: 'remove'; readonly passkey: Passkey }
  | { readonly what: 'code' };

export function PasskeySection() {
  const { data, error, reload } = useLoaded(loadPasskeys, 'passkeys');
  const [doing, setDoing] = useState<Doing>();
  const sending = useSending();
  const w = pageWords.value.passkeys;
  const done = (): void => {
    setDoing(undefined);
    reload();
    // A passkey may have been added or removed, so the signed-in person is loaded again. If this person has a passkey,
    // the password dialog accepts it instead of the password.
    refreshMe().catch(() => undefined);
  };
  const make = async (begun: PasskeyOptions): Promise<void> =>
    setDoing({ what: 'added', passkey: await makePasskey(begun) });
  const add = (): Promise<void> =>
    beginPasskey({}).then(make, (problem) => {
      if (!isRefusal(problem, 'code_needed')) throw problem;
      setDoing({ what: 'code' });
    });
  const problem = sending.error;
  const trouble = problem === undefined ? undefined : troubleOf(problem);
  const failure = trouble === undefined ? (problem ?? error) : undefined;
  return (
    <section>
      <h2>{w.title}</h2>
      <p class="lead">{w.what}</p>
      {data !== undefined && <Where origin={data.origin} />}
      <Problem error={failure} />
      {trouble !== undefined && (
        <div class="problem" role="alert">
          <p>{w.trouble[trouble]}</p>
        </div>
      )}
      {data !== undefined && data.passkeys.length > 0 && (
        <>
          <ul class="cards account-passkeys">
            {data.passkeys.map((passkey) => (
              <PasskeyCard key={passkey.id} passkey={passkey} act={(what) => setDoing({ what, passkey })} />
            ))}
          </ul>
          <p class="meta">{w.stay}</p>
        </>
      )}
      {data?.origin === location.origin && hasPasskeys && (
        <div class="actions start">
          <ActButton sending={sending} act={add}>
            {w.add}
          </ActButton>
        </div>
      )}
      {doing?.what === 'code' && (
        <CodeForm
          title={w.add}
          effects={[w.addWhat]}
          action={words.value.person.goOn}
          send={beginPasskey}
          done={(begun) => {
            done();
            sending.begin(() => make(begun));
          }}
          onClose={done}
        />
      )}
      {doing?.what === 'remove' && <RemoveDialog passkey={doing.passkey} onClose={done} />}
      {(doing?.what === 'added' || doing?.what === 'rename') && (
        <NameDialog passkey={doing.passkey} isNew={doing.what === 'added'} onClose={done} />
      )}
    </section>
  );
}

const LOCAL = /^(?:localhost|127\.0\.0\.1|\[::1\])$/;

/** Explains why no passkey can be created here, and what to do. Shows nothing if passkeys work. */
function Where({ origin }: { readonly origin: string | null }) {
  const w = pageWords.value.passkeys;
  if (origin === location.origin) return hasPasskeys ? null : <p class="note">{w.noBrowser}</p>;
  // A local address opens only on the server's own machine, so it is not offered on another machine.
  const leadsThere = origin !== null && (LOCAL.test(location.hostname) || !LOCAL.test(new URL(origin).hostname));
  if (leadsThere) {
    return (
      <p class="note">
        {w.elsewhere} <a href={`${origin}/app/account`}>{origin}</a>
      </p>
    );
  }
  return (
    <p class="note account-with-command">
      {w.noDomain} <code>{w.noDomainCommand}</code>
    </p>
  );
}

interface PasskeyCardProps {
  readonly passkey: Passkey;
  readonly act: (what: 'rename' | 'remove') => void;
}

function PasskeyCard({ passkey, act }: PasskeyCardProps) {
  const w = pageWords.value.passkeys;
  const { rename } = w;
  const { remove } = words.value;
  const texts = [
    `${w.made} ${formatTime(passkey.createdAt)}`,
    passkey.lastUsedAt === null ? w.neverUsed : `${w.lastUsed} ${formatTime(passkey.lastUsedAt)}`,
    passkey.synced ? w.synced : w.single,
  ];
  return (
    <li>
      <strong class="device">{passkey.name}</strong>
      {!passkey.works && <Chip tone="idle">{w.otherDomain(passkey.domain)}</Chip>}
      <div class="card-actions">
        <button type="button" class="quiet" aria-label={`${rename}: ${passkey.name}`} onClick={() => act('rename')}>
          {rename}
        </button>
        <button
          type="button"
          class="quiet danger"
          aria-label={`${remove}: ${passkey.name}`}
          onClick={() => act('remove')}
        >
          {remove}
        </button>
      </div>
      <span class="meta">{texts.join(' · ')}</span>
    </li>
  );
}

interface PasskeyDialogProps {
  readonly passkey: Pick<Passkey, 'id' | 'name'>;
  readonly onClose: () => void;
}

/** @param isNew true if the passkey was just added and has its automatic name */
function NameDialog({ passkey, isNew, onClose }: PasskeyDialogProps & { readonly isNew: boolean }) {
  const w = pageWords.value.passkeys;
  return (
    <FormDialog
      title={isNew ? w.addedTitle : w.renameTitle}
      action={words.value.save}
      send={(text) => ask(api.account.passkeys({ id: passkey.id }).rename.post({ name: text('name') }))}
      onClose={onClose}
    >
      <TextField
        name="name"
        label={w.name}
        hint={w.nameHint}
        required
        maxLength={200}
        defaultValue={passkey.name}
        autofocus
        onFocus={({ currentTarget }) => currentTarget.select()}
      />
    </FormDialog>
  );
}

function RemoveDialog({ passkey, onClose }: PasskeyDialogProps) {
  const w = pageWords.value.passkeys;
  return (
    <FormDialog
      title={w.removeTitle(passkey.name)}
      effects={[w.removeWhat, w.removeThere]}
      action={words.value.remove}
      danger
      send={() => ask(api.account.passkeys({ id: passkey.id }).remove.post({}))}
      onClose={onClose}
    />
  );
}

const own = api.account.passkeys;

const loadPasskeys = () => ask(own.get());

type Passkey = Awaited<ReturnType<typeof loadPasskeys>>['passkeys'][number];

/** @param given the code, if the person has an authenticator app */
const beginPasskey = (given: { readonly code?: string }) => ask(own.begin.post(given));

type PasskeyOptions = Awaited<ReturnType<typeof beginPasskey>>;

/** @throws Refusal; the browser's error */
async function makePasskey(optionsJSON: PasskeyOptions) {
  const { response } = await startRegistration({ optionsJSON });
  const { clientDataJSON, attestationObject, transports = [] } = response;
  return ask(own.post({ attestation: { clientDataJSON, attestationObject, transports } }));
}

type MakingTrouble = 'declined' | 'already' | 'unable';

function troubleOf(error: unknown): MakingTrouble | undefined {
  if (!(error instanceof WebAuthnError)) return error instanceof DOMException ? 'unable' : undefined;
  if (error.code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED') return 'already';
  return error.name === 'NotAllowedError' || error.name === 'AbortError' ? 'declined' : 'unable';
}
