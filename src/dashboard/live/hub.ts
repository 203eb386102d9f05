import { nextTurn } from '../../base/index.ts';
import type { News, Storage, Topic } from '../../storage/index.ts';
import type { LiveHub, Reader } from '../desk/index.ts';

/** The kind of a change. A page receives only the kind and requests the data itself. */
type Hint = 'orders' | 'inquiries' | 'webhooks' | 'settings' | 'stock';

const HINTS: Partial<Readonly<Record<Topic, Hint>>> = {
  orders: 'orders',
  inquiries: 'inquiries',
  settled: 'webhooks',
  endpoints: 'webhooks',
  workspaces: 'settings',
  stock: 'stock',
};
const OF_ORDERS: readonly Hint[] = ['orders', 'settings'];
interface LivePace {
  /**
   * The shortest time between two hints to a page. It keeps the page of a busy shop from reloading with every order.
   */
  readonly quietMs: number;
  /** The time between two comments in the stream. Without them, Bun and proxies would close an idle connection. */
  readonly commentMs: number;
}
const PACE: LivePace = { quietMs: 800, commentMs: 20_000 };
/**
 * The limit on chunks that wait for a slow reader. Above this limit, the stream ends. The page then connects again and
 * reloads its data once.
 */
const MOST_WAITING = 16;
/**
 * The last message in a stream that the server closes to make room for a newer page. The browser then reconnects after
 * a minute. If it reconnected at once, it would push out another page.
 */
const GAVE_WAY = 'retry: 60000\n\n';
/**
 * The limits on the number of listening pages. At the limit of a session or a person, the oldest page is closed. At the
 * limit of a workspace or the server, the new page is refused and polls.
 */
const MOST = { session: 6, person: 30, workspace: 300, server: 1_000 } as const;

interface Listener {
  readonly reader: Reader;
  tell(hint: Hint): void;
  /** Requests a new check of whether the person may still receive hints. */
  doubt(): void;
  beat(): Promise<void>;
  end(said?: string): void;
}

export function createLiveHub(storage: Pick<Storage, 'listen'>, pace = PACE): LiveHub {
  const listeners = new Set<Listener>();
  const hear = (news: News): void => {
    for (const [topic, keys] of news) {
      const hint = HINTS[topic];
      if (hint === undefined) continue;
      for (const listener of listeners) {
        if (!keys.has(listener.reader.workspaceSeq)) continue;
        // The change may have removed the person, so their access is checked before the hint is sent.
        if (topic === 'workspaces') listener.doubt();
        listener.tell(hint);
      }
    }
  };
  const unlisten = storage.listen(hear);
  const beating = setInterval(() => {
    for (const listener of listeners) void listener.beat();
  }, pace.commentMs);
  return {
    open(reader) {
      makeRoom(listeners, reader);
      if (isFull(listeners, reader)) return undefined;
      let listener: Listener | undefined;
      return new ReadableStream<Uint8Array>({
        start(controller) {
          const opened = listen(controller, { reader, pace, ended: () => listeners.delete(opened) });
          listener = opened;
          listeners.add(opened);
        },
        cancel: () => listener?.end(),
      });
    },
    size: () => listeners.size,
    close() {
      unlisten();
      clearInterval(beating);
      for (const listener of [...listeners]) listener.end();
    },
  };
}

function makeRoom(listeners: Iterable<Listener>, { sessionSeq, personSeq }: Reader): void {
  // Both lists are sorted by the time at which their pages opened, so the first page is the oldest.
  const own = [...listeners].filter(({ reader }) => reader.personSeq === personSeq);
  const ofSession = own.filter(({ reader }) => reader.sessionSeq === sessionSeq);
  if (ofSession.length >= MOST.session) ofSession[0]?.end(GAVE_WAY);
  else if (own.length >= MOST.person) own[0]?.end(GAVE_WAY);
}

function isFull(listeners: ReadonlySet<Listener>, { workspaceSeq }: Reader): boolean {
  const beside = [...listeners].filter(({ reader }) => reader.workspaceSeq === workspaceSeq);
  return listeners.size >= MOST.server || beside.length >= MOST.workspace;
}

const eventOf = (hint: string): string => `event: hint\ndata: ${hint}\n\n`;

interface Listening {
  readonly reader: Reader;
  readonly pace: LivePace;
  readonly ended: () => void;
}

function listen(
  controller: ReadableStreamDefaultController<Uint8Array>,
  { reader, pace: { quietMs }, ended }: Listening,
): Listener {
  const encoder = new TextEncoder();
  const waiting = new Set<Hint>();
  /** The timer that starts when hints are sent. Further hints wait until it ends. */
  let quiet: ReturnType<typeof setTimeout> | undefined;
  let [isDoubtful, isOver] = [false, false];
  const end = (said?: string): void => {
    if (isOver) return;
    isOver = true;
    clearTimeout(quiet);
    ended();
    try {
      if (said !== undefined) controller.enqueue(encoder.encode(said));
      controller.close();
    } catch {
      // The browser has already disconnected.
    }
    reader.over();
  };
  const send = (text: string): void => {
    // Events for a listener that does not read would pile up in memory.
    if ((controller.desiredSize ?? 0) < -MOST_WAITING) {
      end();
      return;
    }
    try {
      controller.enqueue(encoder.encode(text));
    } catch {
      end();
    }
  };
  /** Checks whether the page may still listen. Hundreds of pages take time to check, so workspaces take turns. */
  const isAllowed = async (): Promise<boolean> => {
    await nextTurn(reader.workspaceSeq);
    isDoubtful = false;
    if (!isOver && !reader.allowed()) end();
    return !isOver;
  };
  const flush = async (): Promise<void> => {
    if (isDoubtful && !(await isAllowed())) return;
    quiet = undefined;
    if (waiting.size === 0) return;
    send([...waiting].map(eventOf).join(''));
    waiting.clear();
    quiet = setTimeout(flush, quietMs);
  };
  // The first hints make the page load its data again, because the data may have changed before the stream opened.
  const missed = reader.ordersOnly ? ['orders'] : ['orders', 'inquiries'];
  send(`retry: 2000\n${missed.map(eventOf).join('')}`);
  return {
    reader,
    tell(hint) {
      if (reader.ordersOnly && !OF_ORDERS.includes(hint)) return;
      waiting.add(hint);
      // The hint is delayed, so that the answer to the request that made the change is sent first.
      quiet ??= setTimeout(flush, 0);
    },
    doubt() {
      isDoubtful = true;
    },
    async beat() {
      if (await isAllowed()) send(': still here\n\n');
    },
    end,
  };
}
