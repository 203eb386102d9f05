import { type BackupPlan, dropOlderCopies, findOlderCopies } from '../backups/index.ts';
import { type Clock, errorText, type Log, type Random } from '../base/index.ts';
import {
  createWorkTurns,
  type FileSteps,
  type Forgetting,
  forgetAgain,
  listOpen,
  workOffWorkspace,
  workspacesForgetting,
} from '../forgetting/index.ts';
import { createStaging } from '../imports/index.ts';
import { isPastForgetting, isQuicklyRewritten, isSoonRewritten, removeSearch, type Storage } from '../storage/index.ts';
import { findFirstWorkspace } from '../workspaces/index.ts';
import type { BackupKeeper } from './backup-keeper.ts';
import { rewriteInThread } from './backup-thread.ts';
import { spaceRewrites } from './spaced-rewrites.ts';
import { within } from './within.ts';

interface ForgetKeeperPorts {
  readonly storage: Storage;
  readonly dataDir: string;
  readonly random: Random;
  readonly clock: Pick<Clock, 'monotonic'>;
  readonly log: Log;
  readonly plan: () => BackupPlan;
  readonly backups: Pick<BackupKeeper, 'run' | 'busy'>;
  readonly search: { readonly forget: (id: string) => boolean };
  readonly rewrite?: (path: string) => Promise<boolean>;
  readonly lookMs?: number;
}

const LOOK_MS = 2_000;
/** The pause between two steps, in which other requests are served. */
const PAUSE_MS = 20;
const RETRY_MS = 60_000;

const noop = (): void => undefined;

/** Forgets clients in steps while the server runs. At the start it resumes an interrupted forgetting. */
export class ForgetKeeper {
  readonly #ports: ForgetKeeperPorts;
  readonly #rewritten: FileSteps['file'];
  readonly #stopping = new AbortController();
  readonly #turns = createWorkTurns(async () => {
    await Bun.sleep(PAUSE_MS);
    return !this.#stopping.signal.aborted;
  });
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** A promise that settles when the call of `again()` has ended. `stop()` waits for this promise. */
  #again: Promise<void> = Promise.resolve();
  readonly #running = new Map<number, Promise<void>>();
  readonly #failedAt = new Map<number, number>();

  constructor(ports: ForgetKeeperPorts) {
    this.#ports = ports;
    this.#rewritten = spaceRewrites({
      clock: ports.clock,
      rewrite: () => this.#rewrite(),
      waiting: () => listOpen(ports.storage.read).flatMap(({ id, step }) => (step === 'file' ? id : [])),
      isQuick: () => isQuicklyRewritten(ports.storage.path),
    });
  }

  /**
   * Forgets clients again before anything is served, because a restored backup may still contain forgotten clients. If
   * it is stopped, the next start does the rest.
   */
  async again(): Promise<void> {
    const { storage, random } = this.#ports;
    const search = (): Promise<boolean> => {
      removeSearch(storage.path);
      return Promise.resolve(true);
    };
    // A restored backup may contain rows of unfinished uploads. They can be removed, because nobody is uploading a file
    // yet.
    await createStaging(storage)
      .sweep()
      .catch((error: unknown) => this.#waits(error));
    const { copies } = this.#files();
    // A failure here, such as a full disk, does not stop the start. The rows with forgotten texts are already deleted.
    const late = {
      // One rewrite of the database file serves all waiting forgettings, not only those of the restored backup.
      file: (one: Forgetting) => this.#rewritten(one).catch((error: unknown) => this.#waits(error) ?? false),
      copies: (one: Forgetting) => copies(one).catch((error: unknown) => this.#waits(error)),
    };
    const goOn = (): Promise<boolean> => Promise.resolve(!this.#stopping.signal.aborted);
    const going = forgetAgain({ storage, random, files: { ...late, search }, goOn });
    this.#again = going.then(noop, noop);
    this.#say(await going);
  }

  start(): void {
    this.#look();
  }

  /**
   * Stops the work, and waits at most `graceMs` for the current steps to finish. A rewrite of the database file may
   * take longer than that. The storage does not close before the end of the rewrite.
   */
  async stop(graceMs: number): Promise<void> {
    this.#stopping.abort();
    clearTimeout(this.#timer);
    await within(graceMs, Promise.all([this.#again, ...this.#running.values()]));
  }

  /** Starts the work for each workspace with clients to forget, unless it is running or has just failed there. */
  #look(): void {
    let ms = this.#ports.lookMs ?? LOOK_MS;
    try {
      for (const workspaceSeq of workspacesForgetting(this.#ports.storage.read)) {
        if (!this.#running.has(workspaceSeq) && !this.#hasJustFailed(workspaceSeq))
          this.#running.set(workspaceSeq, this.#work(workspaceSeq));
      }
    } catch (error) {
      ms = RETRY_MS;
      this.#fails(error);
    }
    this.#timer = setTimeout(() => this.#look(), ms);
  }

  #hasJustFailed(workspaceSeq: number): boolean {
    const failedAt = this.#failedAt.get(workspaceSeq);
    return failedAt !== undefined && this.#ports.clock.monotonic() - failedAt < RETRY_MS;
  }

  async #work(workspaceSeq: number): Promise<void> {
    const { storage, random, clock } = this.#ports;
    const ports = { storage, random, files: this.#files(), turns: this.#turns };
    try {
      // This await lets the caller note the work before the work can end.
      await Promise.resolve();
      await workOffWorkspace(ports, workspaceSeq);
      this.#failedAt.delete(workspaceSeq);
    } catch (error) {
      this.#failedAt.set(workspaceSeq, clock.monotonic());
      this.#fails(error);
    } finally {
      this.#running.delete(workspaceSeq);
    }
  }

  #fails(error: unknown): void {
    const reason = errorText(error);
    this.#ports.log.warn('a client could not be forgotten yet; the next try is in a minute', { reason });
  }

  #waits(error: unknown): undefined {
    const reason = errorText(error);
    this.#ports.log.warn('a part of forgetting a client waits for the next try', { reason });
  }

  /**
   * Rewrites the database file, so that deleted texts leave it.
   * @returns false if the rewrite must be tried again, or the file is too large for it
   */
  async #rewrite(): Promise<boolean> {
    const { storage, rewrite = rewriteInThread } = this.#ports;
    return isSoonRewritten(storage.path) && (await storage.pause(() => rewrite(storage.path)));
  }

  /**
   * Creates the file steps of one round. If replacing the backups fails for one client, the round does not try it for
   * the other clients.
   */
  #files(): FileSteps {
    const { search } = this.#ports;
    let hasFailed = false;
    return {
      search: ({ id }) => Promise.resolve(search.forget(id)),
      file: this.#rewritten,
      copies: async (one) => {
        if (hasFailed) return undefined;
        const dropping = this.#dropCopies(one);
        hasFailed = await dropping.then(
          (gone) => gone === undefined,
          () => true,
        );
        return await dropping;
      },
    };
  }

  /**
   * Makes a new backup, and then deletes the earlier ones in the data folder. Does nothing for any workspace but the
   * first, because backups concern only the owners of the first.
   */
  async #dropCopies({ id, workspaceSeq, again }: Forgetting): Promise<number | undefined> {
    const { storage, dataDir, plan, backups } = this.#ports;
    if (findFirstWorkspace(storage.read)?.seq !== workspaceSeq) return 0;
    // An unreadable copy may contain the client's data, so it is deleted. After a restore it is kept, because it may be
    // the only way to undo the restore.
    const isKept = (path: string): boolean => isPastForgetting(path, id) ?? again;
    const before = findOlderCopies(dataDir, plan(), isKept);
    if (before.backups.length === 0) return dropOlderCopies(before);
    const outcome = await backups.run('person', 'hand');
    if (outcome?.kind !== 'verified') {
      if (outcome?.kind === 'failed') throw new Error(outcome.reason);
      return undefined;
    }
    return dropOlderCopies(findOlderCopies(dataDir, plan(), isKept));
  }

  #say(waiting: readonly Forgetting[]): void {
    if (waiting.length === 0) return;
    const steps = [...new Set(waiting.map(({ step }) => step))].join(', ');
    this.#ports.log.warn('clients whom a restore has brought back are forgotten, but for what waits', { steps });
  }
}
