import { AppError, type Clock, type Log, nextTurn } from '../base/index.ts';
import {
  createStaging,
  type ImportDesk,
  type ImportKinds,
  type ImportRequest,
  listOpenImports,
  type OpenImport,
  type Staging,
  takeBackSome,
  undoImport,
  workOff,
} from '../imports/index.ts';
import type { Storage } from '../storage/index.ts';

interface ImportKeeperPorts {
  readonly storage: Storage;
  readonly kinds: ImportKinds;
  readonly log: Log;
  readonly clock: Pick<Clock, 'monotonic'>;
}

/** The pause after which a full disk may have room again. */
const RETRY_MS = 1_000;

function createPause() {
  let end: () => void = () => undefined;
  return {
    wait: (ms: number): Promise<void> =>
      new Promise((resolve) => {
        const timer = setTimeout(resolve, ms);
        end = () => {
          clearTimeout(timer);
          resolve();
        };
      }),
    end: () => end(),
  };
}

/** Accepts files and imports them. At the start it resumes interrupted imports. */
export class ImportKeeper implements ImportDesk {
  readonly #ports: ImportKeeperPorts;
  readonly #staging: Staging;
  readonly #pause = createPause();
  /**
   * The imports that failed because of a fault in Docket. They wait for the next start, perhaps of a version without
   * the fault.
   */
  readonly #faulty = new Set<string>();
  #isHeld = false;
  #isAsked = false;
  #isStopping = false;
  #running: Promise<void> | undefined;

  constructor(ports: ImportKeeperPorts) {
    this.#ports = ports;
    this.#staging = createStaging(ports.storage);
  }

  start(): void {
    const { log } = this.#ports;
    this.#staging
      .sweep()
      .catch((error) => log.warn('rows of imports that are over could not be deleted yet', { reason: String(error) }));
    this.#wake();
  }

  async stage(wish: ImportRequest): Promise<string> {
    const id = await this.#staging.stage(wish);
    this.#wake();
    return id;
  }

  async undo(ctx: Parameters<ImportDesk['undo']>[0], id: string): Promise<void> {
    await undoImport(ctx, id);
    this.#wake();
  }

  trouble(id: string): 'storage' | 'fault' | null {
    if (this.#faulty.has(id)) return 'fault';
    return this.#isHeld ? 'storage' : null;
  }

  /** Resolves when the current transaction is finished. The remaining rows are imported after the next start. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    this.#pause.end();
    await this.#running;
  }

  #wake(): void {
    this.#isAsked = true;
    if (this.#running !== undefined || this.#isStopping) return;
    this.#isAsked = false;
    this.#running = this.#run().finally(() => {
      this.#running = undefined;
      if (this.#isAsked) this.#wake();
    });
  }

  /** Takes a step of each workspace in turn. So a small file does not wait for another shop's large one. */
  async #run(): Promise<void> {
    while (!this.#isStopping) {
      const ones = this.#nextOnes();
      if (ones?.length === 0) return;
      if (ones === undefined) await this.#pause.wait(RETRY_MS);
      for (const one of ones ?? []) {
        if (!this.#isStopping) await this.#step(one);
      }
    }
  }

  /**
   * Returns the next import of each workspace. Skips imports that have stopped because of a fault in Docket. Returns
   * undefined if the database cannot be read.
   */
  #nextOnes(): OpenImport[] | undefined {
    const { storage, log } = this.#ports;
    try {
      const open = listOpenImports(storage.read).filter(({ id }) => !this.#faulty.has(id));
      return open.filter((one, at) => open.findIndex((other) => other.workspaceSeq === one.workspaceSeq) === at);
    } catch (error) {
      storage.failureOf(error);
      log.warn('imports cannot be read', { reason: String(error) });
      return undefined;
    }
  }

  async #step({ seq, id, workspaceSeq, isUndone }: OpenImport): Promise<void> {
    const { storage, kinds, log, clock } = this.#ports;
    await nextTurn(workspaceSeq);
    try {
      const restMs = await (isUndone ? takeBackSome : workOff)({ storage, kinds, clock }, seq);
      this.#isHeld = false;
      if (restMs > 0) await this.#pause.wait(restMs);
    } catch (error) {
      this.#isHeld = error instanceof AppError && error.kind === 'unavailable';
      if (this.#isHeld) return this.#pause.wait(RETRY_MS);
      this.#faulty.add(id);
      log.error('an import has stopped until the next start', { import: id }, error);
    }
  }
}
