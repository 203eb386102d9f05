import { useState } from 'preact/hooks';
import { ActButton } from '../act-button.tsx';
import { Dialog, Problem, useLoaded } from '../parts.tsx';
import { type Sending, useSending } from '../sending.ts';
import { words, workspace } from '../state.ts';
import { type Endpoint, loadMissed, resendMissed } from './api.ts';
import { readLocal, startOfDay, writeLocal } from './local-time.ts';

type Preset = 'hour' | 'today' | 'failing' | 'all' | 'own';

const HOUR_MS = 3_600_000;

/** Sends what did not arrive since a moment; says how much that is before it is sent. */
export function RecoveryDialog({
  endpoint,
  isOpen,
  changed,
  onClose,
}: {
  readonly endpoint: Endpoint;
  readonly isOpen: boolean;
  readonly changed: () => void;
  readonly onClose: () => void;
}) {
  const zone = workspace.value?.timeZone ?? 'UTC';
  const failingSince = endpoint.failingSince ?? endpoint.suspendedAt;
  const [preset, setPreset] = useState<Preset>(failingSince === null ? 'all' : 'failing');
  const [own, setOwn] = useState(() => writeLocal(Date.now() - 24 * HOUR_MS, zone));
  // Fixed while the dialog is open, so that what is sent is what was counted.
  const [openedMs] = useState(Date.now);
  const [sent, setSent] = useState<number>();
  const sending = useSending();
  const moments: Readonly<Record<Preset, number | undefined>> = {
    hour: openedMs - HOUR_MS,
    today: startOfDay(openedMs, zone),
    failing: failingSince === null ? undefined : Date.parse(failingSince),
    all: 0,
    own: readLocal(own, zone),
  };
  const since = moments[preset] ?? openedMs;
  const w = words.value.hooks;
  const send = async (): Promise<void> => {
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
        {preset === 'own' && (
          <label>
            {w.moment}
            <input type="datetime-local" value={own} onInput={(event) => setOwn(event.currentTarget.value)} />
          </label>
        )}
      </fieldset>
      {sent === undefined ? (
        <Preview key={since} id={endpoint.id} since={since} {...{ sending, send, onClose }} />
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
      {sending.error !== undefined && <Problem error={sending.error} />}
    </Dialog>
  );
}

function Preview({
  id,
  since,
  sending,
  send,
  onClose,
}: {
  readonly id: string;
  readonly since: number;
  readonly sending: Sending;
  readonly send: () => Promise<void>;
  readonly onClose: () => void;
}) {
  const { data, error, reload } = useLoaded(() => loadMissed(id, since), String(since));
  const w = words.value.hooks;
  const count = data === undefined ? 0 : data.failed + data.missed;
  return (
    <>
      <p class="preview" aria-live="polite">
        {data === undefined ? w.counting : w.found(data.failed, data.missed)}
      </p>
      {error !== undefined && <Problem error={error} retry={reload} />}
      <div class="actions">
        <button type="button" onClick={onClose}>
          {words.value.cancel}
        </button>
        <ActButton sending={sending} class="main" disabled={count === 0} act={send}>
          {count === 0 ? w.sendThem : w.send(count)}
        </ActButton>
      </div>
    </>
  );
}
