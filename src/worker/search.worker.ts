import './begun.ts';
import { giveWay } from '../base/index.ts';
import { SearchIndexer } from '../storage/index.ts';
import type { FromSearch, IndexRequest, ToSearch } from './search-keeper.ts';
import { takeLess } from './take-less.ts';
import type { ThreadScope } from './threads.ts';

/**
 * The thread that writes the search index. It uses little of the processor while other threads need it. It keeps no
 * data that would be missed, so it may end at any moment.
 */
declare const self: ThreadScope<ToSearch, FromSearch>;

takeLess();

let indexer: SearchIndexer | undefined;
let underWay: Promise<void> | undefined;
let isStopping = false;
/** The number of the latest request. */
let wanted = 0;
let forget: IndexRequest['forget'] = 'nothing';
let mustExpect = false;

/**
 * Indexes all new orders and changes, and then removes forgotten texts in merge steps. Orders that arrive meanwhile are
 * indexed before the next step, so that nobody waits for the removal.
 */
async function catchUp({ path, horizon }: IndexRequest): Promise<void> {
  indexer ??= new SearchIndexer(path, horizon);
  while (!isStopping) {
    const number = wanted;
    if (mustExpect) indexer.expectRemains();
    mustExpect = false;
    const isBehind = await indexer.step();
    if (!isBehind) self.postMessage({ kind: 'indexed', number });
    const isForgetting = !isBehind && forget !== 'nothing' && indexer.forget();
    // Messages may have arrived during the step. They are received at this point.
    await giveWay();
    if (isBehind || isForgetting || mustExpect) continue;
    self.postMessage({ kind: 'done', number });
    if (wanted === number) break;
  }
}

self.onmessage = ({ data }) => {
  if (data.kind === 'index') {
    wanted = data.number;
    if (data.forget !== 'nothing' && forget !== 'all') forget = data.forget;
    mustExpect ||= data.forget === 'all';
    underWay ??= catchUp(data)
      .catch((error: unknown) => self.postMessage({ kind: 'failed', reason: String(error) }))
      .finally(() => {
        [underWay, forget, mustExpect] = [undefined, 'nothing', false];
      });
    return;
  }
  isStopping = true;
  void Promise.resolve(underWay).then(() => {
    indexer?.close();
    self.postMessage({ kind: 'stopped' });
  });
};
