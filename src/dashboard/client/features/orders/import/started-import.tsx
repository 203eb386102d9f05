import { ImportProgress } from '../../../parts/import-progress.tsx';
import { countOf, type ShownImport, useImport } from '../../../parts/imports.ts';
import { plural } from '../../../ui/format.ts';
import { Problem } from '../../../ui/problem/problem.tsx';
import { Waiting } from '../../../ui/waiting.tsx';
import { words } from '../../../words/words.ts';

/** What came of an import, in one line. */
export function sumOfOrders(run: ShownImport): string {
  const w = words.value.orderImport;
  const [created, known] = [countOf(run, 'created'), countOf(run, 'known')];
  const parts = [
    created === 0 ? w.doneNothing : plural(created, w.doneTitle),
    ...(known === 0 ? [] : [plural(known, w.skipped)]),
  ];
  return parts.join(', ');
}

/** An import that was accepted: its bar while it is under way, then what came of it. */
export function StartedImport({ id }: { readonly id: string }) {
  const { data, error, reload } = useImport(id);
  if (data === undefined) return <Waiting of={{ data, error, reload }} />;
  if (data.isDone) return <Done run={data} />;
  return (
    <section class="import-counts" aria-labelledby="started-title">
      <h2 id="started-title">{plural(data.total, words.value.orderImport.underWay)}</h2>
      <Problem error={error} retry={reload} />
      <ImportProgress run={data} />
    </section>
  );
}

function Done({ run }: { readonly run: ShownImport }) {
  const w = words.value.orderImport;
  const [created, known] = [countOf(run, 'created'), countOf(run, 'known')];
  const [differing, deleted] = [countOf(run, 'differing'), countOf(run, 'deleted')];
  return (
    <div class="empty" role="status">
      <h2>{created === 0 ? w.doneNothing : plural(created, w.doneTitle)}</h2>
      {known > 0 && <p>{plural(known, w.skipped)}</p>}
      {differing > 0 && <p>{plural(differing, w.differing)}</p>}
      {deleted > 0 && <p>{plural(deleted, w.deleted)}</p>}
      <div class="actions">
        <a class="button" href="/app/orders/import">
          {w.another}
        </a>
        <a class="button main" href="/app/orders?source=%40import">
          {w.look}
        </a>
      </div>
    </div>
  );
}
