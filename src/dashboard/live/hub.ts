import type { News, Storage, Topic } from '../../storage/index.ts';

/** What has changed, as a page is told; it asks for the data itself. */
export type Hint = 'orders' | 'inquiries' | 'webhooks' | 'settings' | 'stock';

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
const MOST_STREAMS = 500;

export interface LiveHub {
  /**
   * Hints for one page as Server-Sent Events (WHATWG HTML, section 9.2).
   *
   * @param allowed asked at every comment; a stream whose person was signed out ends
   * @returns undefined when too many are open
   */
  open(workspaceSeq: number, allowed: () => boolean): ReadableStream<Uint8Array> | undefined;
  /** How many pages listen. */
  size(): number;
  close(): void;
}

interface Listener {
  readonly workspaceSeq: number;
  tell(hint: Hint): void;
  beat(): void;
  end(): void;
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
        if (!BY_WORKSPACE.has(topic) || keys.has(listener.workspaceSeq)) listener.tell(hint);
      }
    }
  };
  const unlisten = storage.listen(hear);
  const beating = setInterval(() => {
    for (const listener of [...listeners]) listener.beat();
  }, COMMENT_MS);
  return {
    open(workspaceSeq, allowed) {
      if (listeners.size >= MOST_STREAMS) return undefined;
      let listener: Listener | undefined;
      return new ReadableStream<Uint8Array>({
        start(controller) {
          const opened = listen(controller, workspaceSeq, allowed, () => listeners.delete(opened));
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

function listen(
  controller: ReadableStreamDefaultController<Uint8Array>,
  workspaceSeq: number,
  allowed: () => boolean,
  ended: () => void,
): Listener {
  const encoder = new TextEncoder();
  const waiting = new Set<Hint>();
  let quiet: ReturnType<typeof setTimeout> | undefined;
  const end = (): void => {
    clearTimeout(quiet);
    ended();
    try {
      controller.close();
    } catch {
      // The browser has left already.
    }
  };
  const send = (text: string): void => {
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
    workspaceSeq,
    tell(hint) {
      waiting.add(hint);
      // Not at once: those who wait for the commit's answers go first.
      quiet ??= setTimeout(flush, 0);
    },
    beat() {
      if (allowed()) send(': still here\n\n');
      else end();
    },
    end,
  };
}
