import { useState } from 'preact/hooks';
import { useLoaded } from '../../data/use-loaded.ts';
import { loadMissed, resendMissed } from '../../parts/webhooks.ts';
import { ActButton } from '../../ui/act-button.tsx';
import { DateInput } from '../../ui/date-input.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { DAY_MS, HOUR_MS, localClock } from '../../ui/format.ts';
import { Problem } from '../../ui/problem/problem.tsx';
import { type Sending, useSending } from '../../ui/sending.ts';
import { words } from '../../words/words.ts';
import type { EndpointProps } from './endpoint-props.ts';

type Preset = 'hour' | 'today' | 'failing' | 'all' | 'own';

interface RecoveryProps extends EndpointProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

export function RecoveryDialog({ endpoint, isOpen, changed, onClose }: RecoveryProps) {
  const failingSince = endpoint.failingSince ?? endpoint.suspendedAt;
  const [preset, setPreset] = useState<Preset>(failingSince === null ? 'all' : 'failing');
  const [own, setOwn] = useState(() => localClock(new Date(Date.now() - DAY_MS)));
  // This moment stays the same while the dialog is open, so that exactly the counted events are sent.
  const [openedMs] = useState(Date.now);
  const [sent, setSent] = useState<number>();
  const sending = useSending();
  const moments: Readonly<Record<Preset, string | undefined>> = {
    hour: String(openedMs - HOUR_MS),
    today: 'today',
    failing: failingSince === null ? undefined : String(Date.parse(failingSince)),
    all: '0',
    own: own === '' ? undefined : own.slice(0, 16),
  };
  const since = moments[preset] ?? String(openedMs);
  const w = words.value.hooks;
  const send = async (since: number): Promise<void> => {
    const { failed, missed } = await resendMissed(endpoint.id, since);
    setSent(failed + missed);
    changed();
  };
  return (
    <Dialog title={w.recover} onClose={onClose}>
      <p>{w.recoverWhat}</p>
      <fieldset disabled={sent !== undefined}>
        <legend>{w.recoverSince}</legend>
        {(['hour', 'today', 'failing', 'all', 'own'] as const)
          .filter((one) => moments[one] !== undefined || one === 'own')
          .map((one) => (
            <label class="check" key={one}>
              <input type="radio" name="since" checked={preset === one} onChange={() => setPreset(one)} />{' '}
              {w.presets[one]}
            </label>
          ))}
        {preset === 'own' && <DateInput label={w.moment} kind="datetime" value={own} set={setOwn} />}
      </fieldset>
      {sent === undefined ? (
        <Preview key={since} id={endpoint.id} since={since} sending={sending} send={send} onClose={onClose} />
      ) : (
        <div role="status">
          <p class="note good">{w.sent(sent)}</p>
          {!isOpen && <p>{w.sentButOff}</p>}
          <div class="actions">
            <button type="button" class="main" onClick={onClose}>
              {words.value.close}
            </button>
          </div>
        </div>
      )}
      <Problem error={sending.error} />
    </Dialog>
  );
}

interface PreviewProps {
  readonly id: string;
  /**
   * The beginning of the period, as the server expects it: milliseconds, `today`, or a local time in the workspace's
   * zone.
   */
  readonly since: string;
  readonly sending: Sending;
  readonly send: (since: number) => Promise<void>;
  readonly onClose: () => void;
}

function Preview({ id, since, sending, send, onClose }: PreviewProps) {
  const { data, error, reload } = useLoaded(() => loadMissed(id, since), since);
  const w = words.value.hooks;
  const count = data === undefined ? 0 : data.failed + data.missed;
  return (
    <>
      <p class="webhooks-preview" aria-live="polite">
        {data === undefined ? w.counting : w.found(data.failed, data.missed)}
      </p>
      <Problem error={error} retry={reload} />
      <div class="actions">
        <button type="button" onClick={onClose}>
          {words.value.cancel}
        </button>
        <ActButton sending={sending} class="main" disabled={count === 0} act={async () => send(data?.since ?? 0)}>
          {count === 0 ? w.sendThem : w.send(count)}
        </ActButton>
      </div>
    </>
  );
}
