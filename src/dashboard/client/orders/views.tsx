import { useState } from 'preact/hooks';
import { api, ask } from '../api.ts';
import { count } from '../format.ts';
import { Dialog, FormActions, Problem, useLoaded } from '../parts.tsx';
import { words, workspace } from '../state.ts';
import type { OrdersAddress } from './address.ts';
import type { Choices } from './data.ts';

const COUNTED = 1_000;

const viewsOf = () => api.workspaces({ workspace: workspace.value?.id ?? '' }).views;

interface View {
  readonly name: string;
  readonly query: string;
  readonly orders?: number | undefined;
  /** One's own, which can be removed. */
  readonly id?: string;
}

/** Order of the keys aside, because the address and a saved view may differ in it. */
const sorted = (query: string): string => {
  const params = new URLSearchParams(query);
  params.sort();
  return params.toString();
};

/** Ready filters and one's own, as tabs with what is in them. */
export function Views({
  address,
  choices,
}: {
  readonly address: OrdersAddress;
  readonly choices: Choices | undefined;
}) {
  const own = useLoaded(() => ask(viewsOf().get()), workspace.value?.id ?? '');
  const [saving, setSaving] = useState(false);
  const [problem, setProblem] = useState<unknown>();
  const w = words.value.orders;
  const inStatus = (id: string): number | undefined => choices?.statuses.find((status) => status.id === id)?.orders;
  const first = choices?.statuses[0]?.id ?? 'status-new';
  const ready: View[] = [
    { name: w.all, query: '' },
    { name: w.viewNew, query: `status=${encodeURIComponent(first)}`, orders: inStatus(first) },
    { name: w.today, query: 'when=today', orders: choices?.counts.today },
    { name: w.unpaid, query: 'payment=unpaid&payment=partial', orders: choices?.counts.unpaid },
    ...(inStatus('status-closed') === undefined ? [] : [{ name: w.closed, query: 'status=status-closed' }]),
    { name: w.deleted, query: 'deleted=1' },
  ];
  const views: View[] = [...ready, ...(own.data?.views ?? [])];
  const shown = sorted(address.filter);
  const current = views.find(({ query }) => sorted(query) === shown);
  const remove = (id: string): void => {
    ask(viewsOf()({ id }).remove.post({})).then(own.reload, setProblem);
  };
  return (
    <>
      <nav class="desk-tabs" aria-label={w.views}>
        {views.map((view) => (
          <a
            key={view.id ?? view.query}
            href={address.at(view.query)}
            aria-current={view === current ? 'page' : undefined}
          >
            {view.name}
            {view.orders !== undefined && (
              <span class="count">{view.orders >= COUNTED ? `${count(COUNTED)}+` : count(view.orders)}</span>
            )}
          </a>
        ))}
        {current === undefined && (
          <button type="button" class="quiet" onClick={() => setSaving(true)}>
            {w.saveView}
          </button>
        )}
        {current?.id !== undefined && (
          <button type="button" class="quiet" onClick={() => remove(current.id ?? '')}>
            {w.removeView}
          </button>
        )}
      </nav>
      {problem !== undefined && <Problem error={problem} />}
      {saving && (
        <SaveDialog
          query={address.filter}
          onClose={() => setSaving(false)}
          saved={() => {
            setSaving(false);
            own.reload();
          }}
        />
      )}
    </>
  );
}

function SaveDialog({
  query,
  onClose,
  saved,
}: {
  readonly query: string;
  readonly onClose: () => void;
  readonly saved: () => void;
}) {
  const [error, setError] = useState<unknown>();
  const w = words.value;
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    if (!(event.currentTarget instanceof HTMLFormElement)) return;
    const name = String(new FormData(event.currentTarget).get('name'));
    ask(viewsOf().post({ name, query })).then(saved, setError);
  };
  return (
    <Dialog title={w.orders.saveView} onClose={onClose}>
      <form onSubmit={submit}>
        <label>
          {w.orders.viewName}
          <input name="name" required maxLength={60} autofocus autocomplete="off" />
        </label>
        <FormActions error={error} action={w.save} onClose={onClose} />
      </form>
    </Dialog>
  );
}
