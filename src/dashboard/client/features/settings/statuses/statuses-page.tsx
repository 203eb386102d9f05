import { useEffect, useRef, useState } from 'preact/hooks';
import { ask } from '../../../data/api.ts';
import { useLoaded } from '../../../data/use-loaded.ts';
import { ActButton } from '../../../ui/act-button.tsx';
import { Chip } from '../../../ui/chip.tsx';
import { EffectDialog } from '../../../ui/effect-dialog.tsx';
import { plural } from '../../../ui/format.ts';
import { Problem } from '../../../ui/problem/problem.tsx';
import { type Sending, type Sendings, useSendings } from '../../../ui/sending.ts';
import { say } from '../../../ui/toast.tsx';
import { useTitle } from '../../../ui/use-title.ts';
import { Waiting } from '../../../ui/waiting.tsx';
import { words } from '../../../words/words.ts';
import { SettingsNav } from '../nav.tsx';
import { INITIAL, loadStatuses, type StatusData, statusesOf } from './data.ts';
import { StatusDialog } from './status-dialog.tsx';

/** What a dialog is open for. */
type Doing =
  | { readonly what: 'add' }
  | { readonly what: 'edit'; readonly status: StatusData }
  | { readonly what: 'remove'; readonly status: StatusData };

/** The set of statuses: the built-in one until the owner makes it own. */
export function StatusesPage() {
  const loaded = useLoaded(loadStatuses, '', { on: ['settings'] });
  const { data, reload } = loaded;
  const [doing, setDoing] = useState<Doing>();
  const sendings = useSendings();
  const w = words.value.statuses;
  useTitle(w.title);
  const done = (text: string): void => {
    setDoing(undefined);
    sendings.reset();
    say(text);
    reload();
  };
  const makeOwn = () => ask(statusesOf().own.post({})).then(() => done(w.madeOwn));
  const close = (): void => setDoing(undefined);
  return (
    <div class="settings-page">
      <SettingsNav />
      <div class="head">
        <h2>{w.title}</h2>
        <button type="button" class="main" onClick={() => setDoing({ what: 'add' })}>
          {w.add}
        </button>
      </div>
      <p class="lead">{w.what}</p>
      <Waiting of={loaded} />
      <Problem error={sendings.error} />
      {data?.own === false && (
        <div class="note statuses-built-in">
          <p>
            <strong>{w.virtual}.</strong> {w.virtualWhat}
          </p>
          <ActButton sending={sendings.of('own')} act={makeOwn}>
            {w.makeOwn}
          </ActButton>
        </div>
      )}
      {data !== undefined && (
        <StatusList statuses={data.statuses} own={data.own} act={setDoing} moved={reload} sendings={sendings} />
      )}
      {(doing?.what === 'add' || doing?.what === 'edit') && (
        <StatusDialog
          status={doing.what === 'edit' ? doing.status : undefined}
          isFirst={data?.own === false}
          onClose={close}
          done={() => done(w.saved)}
        />
      )}
      {doing?.what === 'remove' && <RemoveDialog status={doing.status} onClose={close} done={() => done(w.removed)} />}
    </div>
  );
}

interface ListProps {
  readonly statuses: readonly StatusData[];
  readonly own: boolean;
  readonly act: (doing: Doing) => void;
  readonly moved: () => void;
  readonly sendings: Sendings;
}

function StatusList({ statuses, own, act, moved, sendings }: ListProps) {
  const list = useRef<HTMLOListElement>(null);
  /** The button that was pressed; the row it stands in moves away from under the focus. */
  const pressed = useRef<string>(undefined);
  const w = words.value.statuses;
  useEffect(() => {
    const button =
      pressed.current === undefined ? null : list.current?.querySelector(`[data-move="${pressed.current}"]`);
    pressed.current = undefined;
    if (button instanceof HTMLButtonElement) button.focus();
  }, [statuses]);
  const move = async (status: StatusData, by: -1 | 1): Promise<void> => {
    const { place } = await ask(statusesOf()({ id: status.id }).move.post({ by }));
    pressed.current = `${status.id} ${by}`;
    say(w.moved(status.name, place, statuses.length));
    moved();
  };
  return (
    <>
      <ol class="cards statuses" ref={list}>
        {statuses.map((status, at) => (
          <li
            key={status.id}
            onKeyDown={(event) => {
              if (!own || !event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return;
              event.preventDefault();
              sendings.of(status.id).begin(() => move(status, event.key === 'ArrowUp' ? -1 : 1));
            }}
          >
            <Facts status={status} />
            {own && (
              <div class="card-actions">
                <Arrow status={status} move={move} sending={sendings.of(status.id)} by={-1} stuck={at === 0} />
                <Arrow
                  status={status}
                  move={move}
                  sending={sendings.of(status.id)}
                  by={1}
                  stuck={at === statuses.length - 1}
                />
                <button
                  type="button"
                  class="quiet"
                  aria-label={`${w.edit}: ${status.name}`}
                  onClick={() => act({ what: 'edit', status })}
                >
                  {w.edit}
                </button>
                {status.id !== INITIAL && status.orders === 0 && (
                  <button
                    type="button"
                    class="quiet danger"
                    aria-label={`${w.remove}: ${status.name}`}
                    onClick={() => act({ what: 'remove', status })}
                  >
                    {w.remove}
                  </button>
                )}
              </div>
            )}
          </li>
        ))}
      </ol>
      {own && <p class="meta statuses-keys-hint">{w.keysHint}</p>}
    </>
  );
}

function Facts({ status }: { readonly status: StatusData }) {
  const w = words.value.statuses;
  return (
    <div class="statuses-facts">
      <p class="line">
        <Chip tone={status.tone}>{status.name}</Chip>
        {!status.active && <strong class="meta">{w.off}</strong>}
        {status.writesOffStock && <span class="meta statuses-stock-mark">{w.writesOff}</span>}
      </p>
      <p class="meta">
        <code>{status.id}</code> · {w.inGroup} {w.groups[status.group].toLowerCase()} ·{' '}
        {status.orders === 0 ? (
          plural(0, w.orders)
        ) : (
          <a href={`/app/orders?status=${encodeURIComponent(status.id)}`}>{plural(status.orders, w.orders)}</a>
        )}
      </p>
    </div>
  );
}

interface ArrowProps {
  readonly status: StatusData;
  readonly by: -1 | 1;
  /** At the end already; it keeps its focus all the same. */
  readonly stuck: boolean;
  readonly sending: Sending;
  readonly move: (status: StatusData, by: -1 | 1) => Promise<void>;
}

function Arrow({ status, by, stuck, sending, move }: ArrowProps) {
  const w = words.value.statuses;
  return (
    <ActButton
      sending={sending}
      repeats
      class="quiet statuses-arrow"
      data-move={`${status.id} ${by}`}
      aria-disabled={stuck}
      aria-label={`${by === -1 ? w.up : w.down}: ${status.name}`}
      act={async () => {
        if (!stuck) await move(status, by);
      }}
    >
      {by === -1 ? '↑' : '↓'}
    </ActButton>
  );
}

function RemoveDialog({
  status,
  onClose,
  done,
}: {
  readonly status: StatusData;
  readonly onClose: () => void;
  readonly done: () => void;
}) {
  const w = words.value.statuses;
  const remove = () => ask(statusesOf()({ id: status.id }).remove.post({})).then(done);
  return (
    <EffectDialog title={w.removeTitle} verb={w.remove} danger act={remove} onClose={onClose}>
      <p>
        <Chip tone={status.tone}>{status.name}</Chip>
      </p>
      <p>
        {w.removeWhat} <code>{status.id}</code>
      </p>
    </EffectDialog>
  );
}
