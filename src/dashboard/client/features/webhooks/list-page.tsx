import { useState } from 'preact/hooks';
import { ask } from '../../data/api.ts';
import { hasWebhooks, here, isOwner, me, ownsInstallation, refreshMe, workspace, workspaceId } from '../../data/me.ts';
import { useLoaded } from '../../data/use-loaded.ts';
import { AddressField } from '../../parts/address-field.tsx';
import { loadEndpoints } from '../../parts/endpoints.ts';
import { MailList } from '../../parts/mail-list.tsx';
import { SigningHelp } from '../../parts/receiver-code.tsx';
import { SettingsLink } from '../../parts/settings-link.tsx';
import { SigningSecret } from '../../parts/signing-secret.tsx';
import { addEndpoint, loadHealth } from '../../parts/webhooks.ts';
import { ActButton } from '../../ui/act-button.tsx';
import { Chip } from '../../ui/chip.tsx';
import { WEBHOOKS } from '../../ui/empty/drawings/webhooks.ts';
import { Empty } from '../../ui/empty/empty.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { Problem } from '../../ui/problem/problem.tsx';
import { useSending } from '../../ui/sending.ts';
import { words } from '../../words/words.ts';
import { byNeed, EndpointCard } from './endpoint-card.tsx';
import { EventChoice, readDraft } from './event-choice.tsx';
import { TestEvent } from './test-event.tsx';

export function WebhooksPage() {
  const id = workspaceId();
  const { data, error, reload } = useLoaded(loadEndpoints, id, { on: ['webhooks'] });
  const health = useLoaded(loadHealth, id, { on: ['webhooks'] });
  const [adding, setAdding] = useState(false);
  const [added, setAdded] = useState<AddedEndpoint>();
  const mayChange = isOwner();
  const hasPlan = hasWebhooks();
  const w = words.value;
  // Cards grow when their health arrives, so each card appears together with its health. The parts below appear after
  // the cards.
  const isThere = data !== undefined && (health.data ?? health.error) !== undefined;
  const refresh = (): void => {
    reload();
    health.reload();
  };
  const add = (
    <button type="button" class="main" disabled={!hasPlan} onClick={() => setAdding(true)}>
      {w.hooks.addEndpoint}
    </button>
  );
  return (
    <>
      <PageHead title={w.webhooks} lead={w.hooks.webhooksWhat}>
        {mayChange && data?.length !== 0 && add}
      </PageHead>
      <MasterSwitch mayChange={mayChange} hasPlan={hasPlan} />
      {me.value?.installation.allowPrivateWebhooks === true && <p class="note">{w.privateAllowed}</p>}
      <Problem error={error} retry={refresh} />
      {isThere && data.length === 0 && (
        <Empty drawing={WEBHOOKS} title={w.hooks.noEndpoints} what={w.hooks.noEndpointsWhat}>
          {mayChange && add}
        </Empty>
      )}
      <ul class="cards">
        {isThere &&
          byNeed(data).map((endpoint) => (
            <EndpointCard
              key={endpoint.id}
              endpoint={endpoint}
              health={health.data?.find((one) => one.id === endpoint.id)}
              changed={refresh}
            />
          ))}
      </ul>
      {mayChange && isThere && (
        <MailList title={w.hooks.mails}>
          <p class="lead">{w.hooks.mailsWhat}</p>
          {me.value?.installation.mail === false && (
            <p class="note">
              {w.hooks.noMailServer} {ownsInstallation() && <a href="/app/settings/mail">{w.hooks.setMail}</a>}
            </p>
          )}
        </MailList>
      )}
      {adding && (
        <AddDialog
          onClose={() => setAdding(false)}
          added={(made) => {
            setAdding(false);
            setAdded(made);
            reload();
          }}
        />
      )}
      {added !== undefined && (
        <AddedDialog
          added={added}
          onClose={() => {
            setAdded(undefined);
            refresh();
          }}
        />
      )}
    </>
  );
}

function MasterSwitch({ mayChange, hasPlan }: { readonly mayChange: boolean; readonly hasPlan: boolean }) {
  const sending = useSending();
  const isOn = workspace.value?.webhooksEnabled === true;
  const w = words.value;
  const [isAsking, setIsAsking] = useState(false);
  const close = (): void => setIsAsking(false);
  const turn = async (): Promise<void> => {
    await ask(here().settings.plan.post({ webhooksEnabled: !isOn }));
    await refreshMe();
  };
  return (
    <>
      <div class="webhooks-switch">
        <div>
          <Chip tone={isOn && hasPlan ? 'good' : 'idle'}>{isOn && hasPlan ? w.hooks.isOn : w.hooks.isOff}</Chip>
          <p>{hasPlan ? (isOn ? w.hooks.onWhat : w.hooks.offWhat) : w.hooks.planWhat}</p>
        </div>
        {!hasPlan && (
          <p>
            <SettingsLink />
          </p>
        )}
        {mayChange && hasPlan && (
          <ActButton sending={sending} act={isOn ? async () => setIsAsking(true) : turn}>
            {isOn ? w.hooks.switchWebhooksOff : w.hooks.switchWebhooksOn}
          </ActButton>
        )}
      </div>
      {isAsking && (
        <FormDialog
          title={w.hooks.switchOffTitle}
          effects={[w.hooks.offWhat]}
          action={w.hooks.switchWebhooksOff}
          danger
          send={turn}
          done={close}
          onClose={close}
        />
      )}
      <Problem error={sending.error} />
    </>
  );
}

type AddedEndpoint = Awaited<ReturnType<typeof addEndpoint>>;

interface AddDialogProps {
  readonly onClose: () => void;
  readonly added: (made: AddedEndpoint) => void;
}

function AddDialog({ onClose, added }: AddDialogProps) {
  const w = words.value.hooks;
  return (
    <FormDialog
      title={w.addEndpoint}
      action={w.add}
      send={(_, written) => addEndpoint(readDraft(written))}
      done={added}
      onClose={onClose}
    >
      <AddressField />
      <EventChoice />
    </FormDialog>
  );
}

function AddedDialog({ added, onClose }: { readonly added: AddedEndpoint; readonly onClose: () => void }) {
  return (
    <SigningSecret secret={added.secret} onClose={onClose}>
      <SigningHelp />
      <h3>{words.value.hooks.tryTitle}</h3>
      <TestEvent id={added.id} />
    </SigningSecret>
  );
}
