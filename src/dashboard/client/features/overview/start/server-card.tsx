import { useEffect, useState } from 'preact/hooks';
import { hasWebhooks } from '../../../data/me.ts';
import { SettingsLink } from '../../../parts/settings-link.tsx';
import { SigningSecret } from '../../../parts/signing-secret.tsx';
import { addEndpoint, EVENT_TYPES, resend, sendTest } from '../../../parts/webhooks.ts';
import { ActButton } from '../../../ui/act-button.tsx';
import { Chip } from '../../../ui/chip.tsx';
import { Form, useForm } from '../../../ui/form.tsx';
import { FormActions } from '../../../ui/form-actions.tsx';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import { Problem } from '../../../ui/problem/problem.tsx';
import { useSending } from '../../../ui/sending.ts';
import { stepWords } from '../../../words/start-steps.ts';
import { withOtherWords } from '../../../words/words.ts';
import { Card } from './card.tsx';
import type { CardState, Endpoint, Facts, Outcome } from './facts.ts';

/**
 * Shows how to verify the signature, below the new secret. If this part fails to load, it shows nothing. The usual
 * error message would offer to reload the page, and a reload would lose the secret.
 */
const SigningHelp = lazyPart(() =>
  withOtherWords(import('../../../parts/receiver-code.tsx')).then(
    (part) => part.SigningHelp,
    () => () => null,
  ),
);

/** The address field is a separate chunk, because the first page does not load this field's texts. */
const AddressField = lazyPart(() =>
  withOtherWords(import('../../../parts/address-field.tsx')).then((part) => part.AddressField),
);

export interface ServerCardProps {
  readonly facts: Facts;
  readonly state: CardState;
  readonly changed: () => void;
  /** Called with true after a press on a button, and with false when the outcome has arrived. */
  readonly sending: Readonly<Record<'test' | 'resend', (isSending: boolean) => void>>;
}

export function ServerCard({ facts, state, changed, sending }: ServerCardProps) {
  const [secret, setSecret] = useState<string>();
  const w = stepWords.value;
  const hasPlan = hasWebhooks();
  const added = (shown: string): void => {
    setSecret(shown);
    changed();
  };
  return (
    <Card number={2} title={w.serverTitle} state={state}>
      {state !== 'done' && <p>{w.serverWhat}</p>}
      {!hasPlan && (
        <p class="note">
          {w.webhooksOff} <SettingsLink />
        </p>
      )}
      {facts.endpoint === null ? (
        hasPlan && <AddForm added={added} />
      ) : (
        <Sent hasPlan={hasPlan} endpoint={facts.endpoint} order={facts.order} changed={changed} sending={sending} />
      )}
      {state === 'waiting' && (
        <p class="start-waits" role="status">
          {w.waitingServer}
        </p>
      )}
      {secret !== undefined && (
        <SigningSecret secret={secret} onClose={() => setSecret(undefined)}>
          <SigningHelp />
        </SigningSecret>
      )}
    </Card>
  );
}

function AddForm({ added }: { readonly added: (secret: string) => void }) {
  const w = stepWords.value;
  const form = useForm(async (text) => {
    added((await addEndpoint({ url: text('url'), events: EVENT_TYPES })).secret);
  });
  return (
    <Form of={form}>
      <AddressField autofocus={false} />
      <FormActions action={w.add} />
    </Form>
  );
}

interface SentProps extends Pick<ServerCardProps, 'changed' | 'sending'> {
  readonly hasPlan: boolean;
  readonly endpoint: Endpoint;
  readonly order: Facts['order'];
}

function Sent({ hasPlan, endpoint, order, changed, sending }: SentProps) {
  const w = stepWords.value;
  const where = (
    <p>
      <a href={`/app/webhooks/${endpoint.id}`}>{endpoint.url}</a>
    </p>
  );
  if (!hasPlan) return where;
  return (
    <>
      {where}
      <SendRow
        label={w.sendTest}
        outcome={endpoint.test}
        changed={changed}
        sending={sending.test}
        send={() => sendTest(endpoint.id)}
      />
      {order === null ? (
        <p class="meta">{w.noOrder}</p>
      ) : (
        <SendRow
          key={order.eventId}
          label={`${w.resend} ${order.number}`}
          outcome={endpoint.delivery}
          changed={changed}
          sending={sending.resend}
          send={() => resend(endpoint.id, order.eventId)}
        />
      )}
    </>
  );
}

interface SendRowProps {
  readonly label: string;
  readonly send: () => Promise<unknown>;
  readonly outcome: Outcome | null;
  readonly changed: () => void;
  readonly sending: (isSending: boolean) => void;
}

function SendRow({ label, send, outcome, changed, sending }: SendRowProps) {
  const pressed = useSending();
  /** The time of the outcome that was visible when the button was pressed. */
  const [since, setSince] = useState<{ readonly at: string | undefined }>();
  const isSending = since !== undefined && since.at === outcome?.at;
  useEffect(() => {
    sending(isSending);
    return () => sending(false);
  }, [isSending]);
  const act = async (): Promise<void> => {
    setSince({ at: outcome?.at });
    try {
      await send();
      changed();
    } catch (problem) {
      setSince(undefined);
      throw problem;
    }
  };
  const w = stepWords.value;
  return (
    <>
      <div class="start-send-row">
        <ActButton sending={pressed} act={act} disabled={isSending}>
          {label}
        </ActButton>
        <span role="status">{isSending ? w.sending : outcome !== null && <Result outcome={outcome} />}</span>
      </div>
      {!isSending && outcome !== null && outcome.explanation !== null && (
        <div class="note">
          <p class="capital">{outcome.explanation.what}.</p>
          <p class="capital">{outcome.explanation.next}</p>
        </div>
      )}
      <Problem error={pressed.error} />
    </>
  );
}

function Result({ outcome }: { readonly outcome: Outcome }) {
  const w = stepWords.value;
  const isGood = outcome.status === 'succeeded';
  return (
    <>
      <Chip tone={isGood ? 'good' : 'bad'}>{isGood ? w.delivered : w.failed}</Chip>{' '}
      <span class="meta">
        {outcome.httpCode !== null && `${outcome.httpCode} · `}
        {outcome.responseTime} {w.ms}
      </span>
    </>
  );
}
