import { useState } from 'preact/hooks';
import { api, ask } from './api.ts';
import { Chip, Dialog, Problem, useGuarded, useLoaded } from './parts.tsx';
import { SecretDialog } from './secret-dialog.tsx';
import { formatTime, words, workspace } from './state.ts';

const SCOPES = [
  'svc:orders:create',
  'svc:orders:update',
  'svc:orders:read',
  'svc:orders:delete',
  'svc:inquiries:create',
] as const;
type Scope = (typeof SCOPES)[number];

/** What keys are mostly for. */
const PRESETS: Readonly<Record<'website' | 'readOnly' | 'everything', readonly Scope[]>> = {
  website: ['svc:orders:create', 'svc:orders:update', 'svc:orders:read', 'svc:inquiries:create'],
  readOnly: ['svc:orders:read'],
  everything: SCOPES,
};

const keysOf = (id: string) => api.workspaces({ workspace: id }).keys;

export function KeysPage() {
  const id = workspace.value?.id ?? '';
  const { data, error, reload } = useLoaded(() => ask(keysOf(id).get()), id);
  const [making, setMaking] = useState(false);
  const [made, setMade] = useState<string>();
  const [revoking, setRevoking] = useState<{ readonly id: string; readonly name: string }>();
  const [problem, setProblem] = useState<unknown>();
  const w = words.value;
  const revoke = (key: string): void => {
    setRevoking(undefined);
    ask(keysOf(id)({ id: key }).revoke.post({})).then(reload, setProblem);
  };
  return (
    <>
      <div class="head">
        <h1>{w.keys}</h1>
        <button type="button" class="main" onClick={() => setMaking(true)}>
          {w.newKey}
        </button>
      </div>
      <p class="lead">{w.keysWhat}</p>
      {problem !== undefined && <Problem error={problem} />}
      {error !== undefined && <Problem error={error} retry={reload} />}
      {data?.keys.length === 0 && (
        <div class="empty">
          <h2>{w.noKeys}</h2>
          <p>{w.noKeysWhat}</p>
        </div>
      )}
      <ul class="cards">
        {data?.keys.map((key) => (
          <li key={key.id}>
            <strong>{key.name}</strong> <code>{key.prefix}…</code>
            <Chip tone={key.revokedAt === null ? 'good' : 'idle'}>{key.revokedAt === null ? w.valid : w.revoked}</Chip>
            {key.revokedAt === null && (
              <button
                type="button"
                class="quiet danger end"
                onClick={() => setRevoking({ id: key.id, name: key.name })}
              >
                {w.revoke}
              </button>
            )}
            <span class="meta">
              {w.source} <code>{key.source}</code> · {key.scopes.join(', ')} ·{' '}
              {key.lastUsedAt === null ? w.neverUsed : `${w.lastUsed} ${formatTime(key.lastUsedAt)}`}
            </span>
          </li>
        ))}
      </ul>
      {making && (
        <NewKeyDialog
          onClose={() => setMaking(false)}
          made={(key) => {
            setMaking(false);
            setMade(key);
            reload();
          }}
        />
      )}
      {made !== undefined && (
        <SecretDialog secret={made} title={w.keyTitle} what={w.keyWhat} onClose={() => setMade(undefined)} />
      )}
      {revoking !== undefined && (
        <Dialog title={w.revoke} onClose={() => setRevoking(undefined)}>
          <p>
            {w.revokeWhat} <strong>{revoking.name}</strong>
          </p>
          <div class="actions">
            <button type="button" onClick={() => setRevoking(undefined)}>
              {w.cancel}
            </button>
            <button type="button" class="danger" onClick={() => revoke(revoking.id)}>
              {w.revoke}
            </button>
          </div>
        </Dialog>
      )}
    </>
  );
}

function NewKeyDialog({ onClose, made }: { readonly onClose: () => void; readonly made: (key: string) => void }) {
  const [error, setError] = useState<unknown>();
  const { guard, dialog } = useGuarded();
  const w = words.value;
  const submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    if (!(event.currentTarget instanceof HTMLFormElement)) return;
    const form = new FormData(event.currentTarget);
    const preset = form.get('preset');
    const scopes = [...PRESETS[preset === 'readOnly' || preset === 'everything' ? preset : 'website']];
    const body = { name: String(form.get('name')), source: String(form.get('source')), scopes };
    try {
      made((await guard(() => ask(keysOf(workspace.value?.id ?? '').post(body)))).key);
    } catch (problem) {
      setError(problem);
    }
  };
  return (
    <Dialog title={w.newKey} onClose={onClose}>
      <form onSubmit={submit}>
        <label>
          {w.name}
          <input name="name" required maxLength={200} autofocus autocomplete="off" />
        </label>
        <label>
          {w.source}
          <input name="source" required pattern="[a-z0-9\-]{1,64}" autocomplete="off" aria-describedby="source-hint" />
        </label>
        <p id="source-hint" class="meta">
          {w.sourceHint}
        </p>
        <fieldset>
          <legend>{w.mayDo}</legend>
          {(['website', 'readOnly', 'everything'] as const).map((preset, at) => (
            <label class="check" key={preset}>
              <input type="radio" name="preset" value={preset} defaultChecked={at === 0} /> {w.presets[preset]}
            </label>
          ))}
        </fieldset>
        {error !== undefined && <Problem error={error} />}
        <div class="actions">
          <button type="button" onClick={onClose}>
            {w.cancel}
          </button>
          <button type="submit" class="main">
            {w.create}
          </button>
        </div>
      </form>
      {dialog}
    </Dialog>
  );
}
