import { useState } from 'preact/hooks';
import { api, ask } from '../api.ts';
import { Chip, Dialog, Problem, useGuarded, useLoaded } from '../parts.tsx';
import { me, refreshMe, words, workspace } from '../state.ts';

const TONES = { active: 'good', failing: 'busy', suspended: 'bad', off: 'idle' } as const;
const TYPES = [
  'order.created',
  'order.updated',
  'order.status.changed',
  'order.payment.created',
  'order.deleted',
] as const;
type EventType = (typeof TYPES)[number];

/** The webhooks of the workspace that is open. */
export const webhooksOf = (id: string) => api.workspaces({ workspace: id }).webhooks;

export function WebhooksPage() {
  const id = workspace.value?.id ?? '';
  const { data, error, reload } = useLoaded(() => ask(webhooksOf(id).get()), id);
  const [adding, setAdding] = useState(false);
  const [secret, setSecret] = useState<string>();
  const [problem, setProblem] = useState<unknown>();
  const mayChange = workspace.value?.role === 'owner';
  const isOn = workspace.value?.webhooksEnabled === true;
  const turn = (): void => {
    const switched = ask(api.workspaces({ workspace: id }).update.post({ webhooksEnabled: !isOn }));
    switched.then(refreshMe).catch(setProblem);
  };
  const w = words.value;
  return (
    <>
      <div class="head">
        <h1>{w.webhooks}</h1>
        {mayChange && (
          <div class="actions start">
            <button type="button" onClick={turn}>
              {isOn ? w.switchWebhooksOff : w.switchWebhooksOn}
            </button>
            <button type="button" class="main" onClick={() => setAdding(true)}>
              {w.addEndpoint}
            </button>
          </div>
        )}
      </div>
      <p class="lead">{w.webhooksWhat}</p>
      {workspace.value?.plan === 'free' && <p class="note">{w.webhooksPlan}</p>}
      {!isOn && <p class="note">{w.webhooksOff}</p>}
      {me.value?.installation.allowPrivateWebhooks === true && <p class="note">{w.privateAllowed}</p>}
      {problem !== undefined && <Problem error={problem} />}
      {error !== undefined && <Problem error={error} retry={reload} />}
      {data?.endpoints.length === 0 && (
        <div class="empty">
          <h2>{w.noEndpoints}</h2>
          <p>{w.noEndpointsWhat}</p>
        </div>
      )}
      <ul class="cards">
        {data?.endpoints.map((endpoint) => (
          <li key={endpoint.id}>
            <a href={`/app/webhooks/${endpoint.id}`}>{endpoint.url}</a>
            <Chip tone={TONES[endpoint.state]}>{w[endpoint.state]}</Chip>
            <span class="meta">{endpoint.events.map((type) => w.eventNames[type]).join(' · ')}</span>
          </li>
        ))}
      </ul>
      {adding && (
        <AddDialog
          onClose={() => setAdding(false)}
          added={(shown) => {
            setAdding(false);
            setSecret(shown);
            reload();
          }}
        />
      )}
      {secret !== undefined && <SecretDialog secret={secret} onClose={() => setSecret(undefined)} />}
    </>
  );
}

function AddDialog({ onClose, added }: { readonly onClose: () => void; readonly added: (secret: string) => void }) {
  const [error, setError] = useState<unknown>();
  const { guard, dialog } = useGuarded();
  const w = words.value;
  const submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    if (!(event.currentTarget instanceof HTMLFormElement)) return;
    const form = new FormData(event.currentTarget);
    const events = TYPES.filter((type) => form.getAll('events').includes(type));
    const body: { url: string; events: EventType[] } = { url: String(form.get('url')), events };
    try {
      const { secret } = await guard(() => ask(webhooksOf(workspace.value?.id ?? '').post(body)));
      added(secret);
    } catch (problem) {
      setError(problem);
    }
  };
  return (
    <Dialog title={w.addEndpoint} onClose={onClose}>
      <form onSubmit={submit}>
        <label>
          {w.address}
          <input name="url" type="url" required autofocus aria-describedby="address-hint" />
        </label>
        <p id="address-hint" class="meta">
          {w.addressHint}
        </p>
        <fieldset>
          <legend>{w.events}</legend>
          {TYPES.map((type) => (
            <label class="check" key={type}>
              <input type="checkbox" name="events" value={type} defaultChecked /> {w.eventNames[type]}{' '}
              <code>{type}</code>
            </label>
          ))}
        </fieldset>
        {error !== undefined && <Problem error={error} />}
        <div class="actions">
          <button type="button" onClick={onClose}>
            {w.cancel}
          </button>
          <button type="submit" class="main">
            {w.add}
          </button>
        </div>
      </form>
      {dialog}
    </Dialog>
  );
}

/** Cannot be closed by accident: the secret is never shown again. */
export function SecretDialog({
  secret,
  onClose,
  title = words.value.secretTitle,
  what = words.value.secretWhat,
}: {
  readonly secret: string;
  readonly onClose: () => void;
  readonly title?: string;
  readonly what?: string;
}) {
  const [copied, setCopied] = useState(false);
  const w = words.value;
  const copy = (): void => {
    navigator.clipboard.writeText(secret).then(
      () => setCopied(true),
      () => undefined,
    );
  };
  return (
    <Dialog title={title} onClose={onClose} locked>
      <p>{what}</p>
      <p class="secret">
        <code>{secret}</code>
      </p>
      <div class="actions">
        <button type="button" onClick={copy}>
          {copied ? w.copied : w.copy}
        </button>
        <button type="button" class="main" onClick={onClose}>
          {w.savedIt}
        </button>
      </div>
    </Dialog>
  );
}
