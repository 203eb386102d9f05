import { useState } from 'preact/hooks';
import { useLocation, useRoute } from 'preact-iso';
import { ask } from '../api.ts';
import { Chip, Dialog, Problem, useGuarded, useLoaded } from '../parts.tsx';
import { formatTime, words, workspace } from '../state.ts';
import { SecretDialog, webhooksOf } from './list-page.tsx';

const TONES = { active: 'good', failing: 'busy', suspended: 'bad', off: 'idle' } as const;
/** Long enough for an attempt that is under way. */
const LOOK_AGAIN_MS = [300, 1_000, 3_000];

function attemptWord({ kind, attempt }: { readonly kind: 'scheduled' | 'resend' | 'test'; readonly attempt: number }) {
  if (kind === 'scheduled') return `${attempt} / 8`;
  return kind === 'test' ? words.value.test : words.value.byHand;
}

export function EndpointPage() {
  const id = useRoute().params['id'] ?? '';
  const webhooks = webhooksOf(workspace.value?.id ?? '');
  const list = useLoaded(() => ask(webhooks.get()), id);
  const history = useLoaded(() => ask(webhooks({ id }).attempts.get()), id);
  const [error, setError] = useState<unknown>();
  const [secret, setSecret] = useState<string>();
  const [removing, setRemoving] = useState(false);
  const { guard, dialog } = useGuarded();
  const { route } = useLocation();
  const endpoint = list.data?.endpoints.find((one) => one.id === id);
  const owner = workspace.value?.role === 'owner';
  const mayResend = owner || workspace.value?.role === 'manager';
  const w = words.value;

  const act = (action: () => Promise<unknown>): void => {
    action().then(
      () => {
        setError(undefined);
        list.reload();
        for (const ms of LOOK_AGAIN_MS) setTimeout(history.reload, ms);
      },
      (problem) => setError(problem),
    );
  };
  return (
    <>
      <p>
        <a href="/app/webhooks">← {w.back}</a>
      </p>
      <div class="head">
        <h1 class="address">{endpoint?.url}</h1>
        {endpoint !== undefined && <Chip tone={TONES[endpoint.state]}>{w[endpoint.state]}</Chip>}
      </div>
      {endpoint?.state === 'suspended' && <p class="note">{w.suspendedWhat}</p>}
      {owner && endpoint !== undefined && (
        <div class="actions start">
          <button type="button" class="main" onClick={() => act(() => ask(webhooks({ id }).test.post({})))}>
            {w.sendTest}
          </button>
          {endpoint.state === 'suspended' && (
            <button type="button" onClick={() => act(() => ask(webhooks({ id }).resume.post({})))}>
              {w.resume}
            </button>
          )}
          <button
            type="button"
            onClick={() => act(() => ask(webhooks({ id }).update.post({ enabled: !endpoint.enabled })))}
          >
            {endpoint.enabled ? w.switchOff : w.switchOn}
          </button>
          <button
            type="button"
            onClick={() =>
              act(async () => setSecret((await guard(() => ask(webhooks({ id }).rotate.post({})))).secret))
            }
          >
            {w.rotate}
          </button>
          <button type="button" onClick={() => act(() => ask(webhooks({ id })['resend-missed'].post({ since: 0 })))}>
            {w.resendMissed}
          </button>
          <button type="button" class="danger" onClick={() => setRemoving(true)}>
            {w.remove}
          </button>
        </div>
      )}
      {endpoint !== undefined &&
        endpoint.previousSecretUntil !== null &&
        Date.parse(endpoint.previousSecretUntil) > Date.now() && (
          <p class="note">
            {w.twoSecrets} {formatTime(endpoint.previousSecretUntil)}
          </p>
        )}
      {dialog}
      {secret !== undefined && <SecretDialog secret={secret} onClose={() => setSecret(undefined)} />}
      {removing && endpoint !== undefined && (
        <Dialog title={w.remove} onClose={() => setRemoving(false)}>
          <p>
            {w.removeWhat} <strong>{endpoint.url}</strong>
          </p>
          <div class="actions">
            <button type="button" onClick={() => setRemoving(false)}>
              {w.cancel}
            </button>
            <button
              type="button"
              class="danger"
              onClick={() => {
                setRemoving(false);
                guard(() => ask(webhooks({ id }).remove.post({}))).then(() => route('/app/webhooks'), setError);
              }}
            >
              {w.remove}
            </button>
          </div>
        </Dialog>
      )}
      {[error, list.error, history.error].map(
        (problem, at) => problem !== undefined && <Problem key={at} error={problem} retry={history.reload} />,
      )}
      <h2>{w.attempts}</h2>
      {history.data?.attempts.length === 0 && <p class="meta">{w.noAttempts}</p>}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard (WCAG 2.1.1) */}
      <section class="scroll" aria-label={w.attempts} tabIndex={0}>
        <table>
          <thead>
            <tr>
              {[w.time, w.result, w.event, w.attempt, w.code, w.took, w.action].map((title) => (
                <th key={title} scope="col" class={title === w.code || title === w.took ? 'number' : ''}>
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {history.data?.attempts.map((one) => (
              <tr key={`${one.eventId} ${one.at}`}>
                <td>{formatTime(one.at)}</td>
                <td>
                  <Chip tone={one.status === 'succeeded' ? 'good' : 'bad'}>{w[one.status]}</Chip>
                  {one.explanation !== null && (
                    <details>
                      <summary>{w.why}</summary>
                      <p>{one.explanation.what}</p>
                      <p>{one.explanation.next}</p>
                      {one.response !== null && one.response !== '' && <pre>{one.response}</pre>}
                    </details>
                  )}
                </td>
                <td>
                  <code>{one.type}</code>
                </td>
                <td>{attemptWord(one)}</td>
                <td class="number">{one.httpCode ?? '—'}</td>
                <td class="number">{one.responseTime} ms</td>
                <td>
                  {mayResend && one.kind !== 'test' && (
                    <button
                      type="button"
                      class="quiet"
                      onClick={() => act(() => ask(webhooks({ id }).resend.post({ eventId: one.eventId })))}
                    >
                      {w.resend}
                    </button>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </>
  );
}
