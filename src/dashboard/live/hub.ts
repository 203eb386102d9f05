import { nextTurn } from '../../base/index.ts';
import type { News, Storage, Topic } from '../../storage/index.ts';
import type { LiveHub, Reader } from '../desk/index.ts';

/** The kind of a change. A page gets only this and requests the data itself. */
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
  /** The shortest time between two hints, so that a busy shop's page does not reload with every order. */
  readonly quietMs: number;
  /** The time between two comments. Without them, Bun and proxies would close a silent connection. */
  readonly commentMs: number;
}
const PACE: LivePace = { quietMs: 800, commentMs: 20_000 };
/** The most chunks that wait for a slow reader; a page that was asleep catches up with one reload. */
const MOST_WAITING = 16;
/**
 * Sent to a page that is closed in favour of a newer one. It tells the page to reconnect after a minute, and meanwhile
 * the page polls. If the page reconnected at once, it would push out a newer one.
 */
const GAVE_WAY = 'retry: 60000\n\n';
/**
 * The limits on the number of listening pages. Within a session or a person, the oldest page gives way to the newest.
 * If a workspace or the server has too many, nobody else is cut off and the newcomer polls.
 */
const MOST = { session: 6, person: 30, workspace: 300, server: 1_000 } as const;

interface Listener {
  readonly reader: Reader;
  tell(hint: Hint): void;
  /** Called when the person may have lost the right to get hints. */
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
        // A person who is removed from a workspace gets no more hints about it from that moment.
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

/** Ends the oldest page of a session, or of a person, that has reached its limit. */
function makeRoom(listeners: Iterable<Listener>, { sessionSeq, personSeq }: Reader): void {
  // Both lists are in the order in which the pages opened.
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
  /** The timer of the last hint; while it runs, the next hint waits. */
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
      // The browser has already left.
    }
    reader.over();
  };
  const send = (text: string): void => {
    // Events would pile up in memory for a listener that does not read.
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
  /**
   * Checks whether the page may still listen. Checking hundreds of pages takes time, so workspaces take turns and none
   * holds up the others.
   */
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
  // These first hints make the page reload once, in case anything changed before the stream opened.
  const missed = reader.ordersOnly ? ['orders'] : ['orders', 'inquiries'];
  send(`retry: 2000\n${missed.map(eventOf).join('')}`);
  return {
    reader,
    tell(hint) {
      if (reader.ordersOnly && !OF_ORDERS.includes(hint)) return;
      waiting.add(hint);
      // The hint waits, so that the answers to this commit go first.
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
