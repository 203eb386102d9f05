import { giveWay } from '../base/index.ts';
import { type BatchOptions, rollBack, type Topic, type Tx } from './batch.ts';
import type { Connection } from './open.ts';
import { isStoreFailure, storeFailure } from './store-failure.ts';

/** A change too large for one turn of the event loop: at each `yield` others are served. Written whole or not at all. */
export type SteppedChange<T> = (tx: Tx) => Generator<undefined, T>;

/** Runs a stepped change in one transaction, which stays open between its steps; nothing else may be written meanwhile. */
export function createStepsRunner({ client, db }: Connection, options: BatchOptions) {
  const begin = client.prepare('BEGIN IMMEDIATE');
  const commit = client.prepare('COMMIT');
  return async <T>(change: SteppedChange<T>): Promise<T> => {
    const news = new Map<Topic, Set<number>>();
    const notify = (topic: Topic, key: number): void => {
      news.set(topic, (news.get(topic) ?? new Set()).add(key));
    };
    let value: T;
    try {
      begin.run();
      const now = options.now();
      const steps = change({ db, now, newId: () => options.newId(now), notify });
      let step = steps.next();
      while (step.done !== true) {
        await giveWay();
        step = steps.next();
      }
      commit.run();
      value = step.value;
    } catch (error) {
      rollBack(client);
      options.failed(error);
      throw isStoreFailure(error) ? storeFailure(error) : error;
    }
    options.committed();
    if (news.size > 0) options.news(news);
    return value;
  };
}
