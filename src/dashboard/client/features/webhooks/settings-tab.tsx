import { useState } from 'preact/hooks';
import { useLocation } from 'preact-iso';
import { isOwner } from '../../data/me.ts';
import { AddressField } from '../../parts/address-field.tsx';
import { GuardedForm } from '../../parts/guarded-form.tsx';
import { SigningHelp } from '../../parts/receiver-code.tsx';
import { SigningSecret } from '../../parts/signing-secret.tsx';
import { removeEndpoint, rotateSecret, saveEndpoint, switchEndpoint } from '../../parts/webhooks.ts';
import { ActButton } from '../../ui/act-button.tsx';
import { useForm } from '../../ui/form.tsx';
import { FormActions } from '../../ui/form-actions.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { MINUTE_MS } from '../../ui/format.ts';
import { hostOf } from '../../ui/host-of.ts';
import { Problem } from '../../ui/problem/problem.tsx';
import { useSending } from '../../ui/sending.ts';
import { words } from '../../words/words.ts';
import type { EndpointProps, HealthProps } from './endpoint-props.ts';
import { EventChoice, readDraft } from './event-choice.tsx';

function leftUntil(iso: string): string {
  const minutes = Math.max(0, Math.ceil((Date.parse(iso) - Date.now()) / MINUTE_MS));
  return words.value.hooks.hours(Math.floor(minutes / 60), minutes % 60);
}

interface SettingsTabProps extends HealthProps {
  /** Called with true before a deletion, so that nothing more is loaded, and with false if the deletion fails. */
  readonly leaving: (leaves: boolean) => void;
}

export function SettingsTab({ endpoint, health, changed, leaving }: SettingsTabProps) {
  if (!isOwner()) return <ReadOnly endpoint={endpoint} />;
  return (
    <div class="settings-page webhooks-settings">
      <Edit key={`${endpoint.url} ${endpoint.events.join()}`} endpoint={endpoint} changed={changed} />
      <Turn endpoint={endpoint} changed={changed} />
      <Secret endpoint={endpoint} changed={changed} />
      <Remove endpoint={endpoint} attempts={health?.attempts ?? 0} leaving={leaving} />
    </div>
  );
}

function ReadOnly({ endpoint }: Pick<EndpointProps, 'endpoint'>) {
  const w = words.value;
  return (
    <div class="settings-page webhooks-settings">
      <p class="note">{w.hooks.ownersOnly}</p>
      <h2>{w.hooks.events}</h2>
      <ul>
        {endpoint.events.map((type) => (
          <li key={type}>
            {w.eventNames[type]} <code>{type}</code>
          </li>
        ))}
      </ul>
    </div>
  );
}

function Edit({ endpoint, changed }: EndpointProps) {
  const w = words.value;
  const form = useForm((_, written) => saveEndpoint(endpoint.id, readDraft(written)).then(changed));
  return (
    <section aria-labelledby="edit-title">
      <h2 id="edit-title">{w.hooks.editTitle}</h2>
      <GuardedForm of={form}>
        <AddressField value={endpoint.url} />
        <EventChoice chosen={endpoint.events} />
        <FormActions action={w.save} done={w.saved} />
      </GuardedForm>
    </section>
  );
}

function Turn({ endpoint, changed }: EndpointProps) {
  const sending = useSending();
  const w = words.value;
  // If the endpoint is off, a button at the top of the page switches the endpoint on.
  if (!endpoint.enabled) return null;
  const turn = () => switchEndpoint(endpoint.id, false).then(changed);
  return (
    <section aria-labelledby="turn-title">
      <h2 id="turn-title">{w.hooks.stateTitle}</h2>
      <p>{endpoint.state === 'suspended' ? w.hooks.suspendedWhy : w.hooks.stateOn}</p>
      <Problem error={sending.error} />
      <ActButton sending={sending} act={turn}>
        {w.hooks.switchOff}
      </ActButton>
    </section>
  );
}

function Secret({ endpoint, changed }: EndpointProps) {
  const sending = useSending();
  const [secret, setSecret] = useState<string>();
  const w = words.value;
  const until = endpoint.previousSecretUntil;
  const rotate = async (): Promise<void> => {
    setSecret((await rotateSecret(endpoint.id)).secret);
    changed();
  };
  return (
    <section aria-labelledby="secret-title">
      <h2 id="secret-title">{w.hooks.secretTitle}</h2>
      <p>
        <code>whsec_••••••••</code>
      </p>
      <p>{w.hooks.secretMasked}</p>
      <p class="meta">{w.hooks.rotateWhat}</p>
      {until !== null && Date.parse(until) > Date.now() && <p class="note">{w.hooks.oldUntil(leftUntil(until))}</p>}
      <Problem error={sending.error} />
      <ActButton sending={sending} act={rotate}>
        {w.hooks.rotate}
      </ActButton>
      {secret !== undefined && (
        <SigningSecret secret={secret} onClose={() => setSecret(undefined)}>
          <SigningHelp />
        </SigningSecret>
      )}
    </section>
  );
}

interface RemoveProps extends Pick<SettingsTabProps, 'endpoint' | 'leaving'> {
  readonly attempts: number;
}

function Remove({ endpoint, attempts, leaving }: RemoveProps) {
  const [asking, setAsking] = useState(false);
  const { route } = useLocation();
  const w = words.value;
  const host = hostOf(endpoint.url);
  const remove = async (): Promise<void> => {
    leaving(true);
    try {
      await removeEndpoint(endpoint.id);
    } catch (problem) {
      leaving(false);
      throw problem;
    }
  };
  return (
    <section aria-labelledby="remove-title">
      <h2 id="remove-title">{w.hooks.removeTitle}</h2>
      <p>{w.hooks.removeWhat(attempts)}</p>
      <button type="button" class="danger" onClick={() => setAsking(true)}>
        {w.remove}
      </button>
      {asking && (
        <FormDialog
          title={w.hooks.removeTitle}
          effects={[w.hooks.removeWhat(attempts)]}
          confirm={{ label: w.hooks.typeHost(host), word: host }}
          action={w.remove}
          danger
          send={remove}
          done={() => route('/app/webhooks')}
          onClose={() => setAsking(false)}
        />
      )}
    </section>
  );
}
