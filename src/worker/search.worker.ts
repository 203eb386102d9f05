import './begun.ts';
import { giveWay } from '../base/index.ts';
import { SearchIndexer } from '../storage/index.ts';
import type { FromSearch, ToSearch } from './search-keeper.ts';
import { takeLess } from './take-less.ts';
import type { ThreadScope } from './threads.ts';

/**
 * The thread that writes the search index, with a small share of the processor while others need it. It keeps no state
 * of value, so it may end at any moment.
 */
declare const self: ThreadScope<ToSearch, FromSearch>;

takeLess();

let indexer: SearchIndexer | undefined;
let underWay = Promise.resolve();
let isStopping = false;

/**
 * Indexes all new orders and changes, and then removes forgotten texts in merge steps. Orders that arrive meanwhile are
 * indexed before the next step.
 */
async function catchUp({ path, horizon, forget }: Extract<ToSearch, { kind: 'index' }>): Promise<void> {
  indexer ??= new SearchIndexer(path, horizon);
  if (forget === 'all') indexer.expectRemains();
  while (!isStopping) {
    const isBehind = await indexer.step();
    const isForgetting = !isBehind && forget !== 'nothing' && indexer.forget();
    if (!isBehind && !isForgetting) return;
    // The thread can receive the message to stop at this point.
    await giveWay();
  }
}

self.onmessage = ({ data }) => {
  if (data.kind === 'index') {
    underWay = catchUp(data).then(
      () => self.postMessage({ kind: 'done' }),
      (error: unknown) => self.postMessage({ kind: 'failed', reason: String(error) }),
    );
    return;
  }
  isStopping = true;
  void underWay.then(() => {
    indexer?.close();
    self.postMessage({ kind: 'stopped' });
  });
};
