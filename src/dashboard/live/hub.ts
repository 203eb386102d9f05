import type { News, Storage, Topic } from '../../storage/index.ts';
import type { LiveHub, Reader } from '../desk/index.ts';

/** What has changed, as a page is told; it asks for the data itself. */
type Hint = 'orders' | 'inquiries' | 'webhooks' | 'settings' | 'stock';

const HINTS: Partial<Readonly<Record<Topic, Hint>>> = {
  orders: 'orders',
  inquiries: 'inquiries',
  settled: 'webhooks',
  endpoints: 'webhooks',
  workspaces: 'settings',
  stock: 'stock',
};
/** Only these name the workspace by their key; of the others every page is told, which costs it one look. */
const BY_WORKSPACE: ReadonlySet<Topic> = new Set(['orders', 'inquiries', 'settled', 'stock']);
/** A busy shop's page looks this often, not with every order. */
const QUIET_MS = 800;
/** Proxies and Bun itself close what stays silent. */
const COMMENT_MS = 20_000;
/** Chunks that lie ready for a reader who does not take them; a page that was asleep catches up by looking once. */
const MOST_WAITING = 16;
/**
 * Tells a page that gave way to newer ones to come back after a minute. So it does not push them out in its turn at
 * once. Meanwhile it looks by itself.
 */
const GAVE_WAY = 'retry: 60000\n\n';
/**
 * How many pages may listen at once. The oldest of a session or a person gives way to the newest. Where a workspace or the
 * server has too many, nobody else's is ended, and the newcomer looks by itself.
 */
const MOST = { session: 6, person: 30, workspace: 300, server: 1_000 } as const;

interface Listener {
  readonly reader: Reader;
  tell(hint: Hint): void;
  beat(): void;
  end(said?: string): void;
}

export function createLiveHub(storage: Pick<Storage, 'listen'>): LiveHub {
  const listeners = new Set<Listener>();
  const hear = (news: News): void => {
    for (const [topic, keys] of news) {
      const hint = HINTS[topic];
      if (hint === undefined) continue;
      // Whoever was taken out of a workspace hears no more of it from that moment.
      if (topic === 'workspaces') for (const listener of [...listeners]) listener.beat();
      for (const listener of listeners) {
        if (!BY_WORKSPACE.has(topic) || keys.has(listener.reader.workspaceSeq)) listener.tell(hint);
      }
    }
  };
  const unlisten = storage.listen(hear);
  const beating = setInterval(() => {
    for (const listener of [...listeners]) listener.beat();
  }, COMMENT_MS);
  return {
    open(reader) {
      makeRoom(listeners, reader);
      if (isFull(listeners, reader)) return undefined;
      let listener: Listener | undefined;
      return new ReadableStream<Uint8Array>({
        start(controller) {
          const opened = listen(controller, reader, () => listeners.delete(opened));
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

/** Ends the oldest page of a session, or of a person, that has as many as it may. */
function makeRoom(listeners: Iterable<Listener>, { sessionSeq, personSeq }: Reader): void {
  // In the order in which they were opened.
  const own = [...listeners].filter(({ reader }) => reader.personSeq === personSeq);
  const ofSession = own.filter(({ reader }) => reader.sessionSeq === sessionSeq);
  if (ofSession.length >= MOST.session) ofSession[0]?.end(GAVE_WAY);
  else if (own.length >= MOST.person) own[0]?.end(GAVE_WAY);
}

function isFull(listeners: ReadonlySet<Listener>, { workspaceSeq }: Reader): boolean {
  const beside = [...listeners].filter(({ reader }) => reader.workspaceSeq === workspaceSeq);
  return listeners.size >= MOST.server || beside.length >= MOST.workspace;
}

function listen(controller: ReadableStreamDefaultController<Uint8Array>, reader: Reader, ended: () => void): Listener {
  const encoder = new TextEncoder();
  const waiting = new Set<Hint>();
  let quiet: ReturnType<typeof setTimeout> | undefined;
  const end = (said?: string): void => {
    clearTimeout(quiet);
    ended();
    try {
      if (said !== undefined) controller.enqueue(encoder.encode(said));
      controller.close();
    } catch {
      // The browser has left already.
    }
    reader.over();
  };
  const send = (text: string): void => {
    // Whoever does not read would have all that happens kept for them.
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
  const flush = (): void => {
    quiet = undefined;
    if (waiting.size === 0) return;
    send([...waiting].map((hint) => `event: hint\ndata: ${hint}\n\n`).join(''));
    waiting.clear();
    quiet = setTimeout(flush, QUIET_MS);
  };
  // Whatever happened before the stream was open the page has asked for itself: it looks once when this arrives.
  send('retry: 2000\nevent: hint\ndata: orders\n\nevent: hint\ndata: inquiries\n\n');
  return {
    reader,
    tell(hint) {
      waiting.add(hint);
      // Not at once: those who wait for the commit's answers go first.
      quiet ??= setTimeout(flush, 0);
    },
    beat() {
      if (reader.allowed()) send(': still here\n\n');
      else end();
    },
    end,
  };
}
