import {
  type AttemptOutcome,
  afterAttempt,
  type DueRequest,
  findTarget,
  type RetryPolicy,
  type Target,
  waitingEndpoints,
} from '../webhooks/index.ts';
import type { EndpointQueue } from './endpoint-queue.ts';
import { LOOK_MS, Look } from './look.ts';
import { Queues, type WorkspaceQueues } from './queues.ts';
import { Requests } from './requests.ts';
import { BUSY_PAUSE_MS, StartLimiter } from './restraint.ts';
import { type AttemptPorts, type AttemptStart, UnderWay } from './under-way.ts';

interface DeliveryPorts extends AttemptPorts {
  readonly policy: RetryPolicy;
  /** Starts the next pass early, as soon as another attempt could begin. */
  readonly wake: () => void;
  /** True to begin only attempts that a person requested. */
  readonly requestsAlone: boolean;
}

/** Decides which webhook attempt begins next: people's requests first, then workspaces and endpoints in turn. */
export class Deliveries {
  readonly #ports: DeliveryPorts;
  readonly #queues = new Queues();
  readonly #requests = new Requests();
  readonly #look: Look;
  readonly #restraint: StartLimiter;
  readonly #underWay: UnderWay;
  #halted = false;

  constructor(ports: DeliveryPorts) {
    this.#ports = ports;
    this.#look = new Look(ports.clock, ports.reader);
    this.#restraint = new StartLimiter(ports.clock);
    this.#underWay = new UnderWay(ports);
  }

  /** Begins the attempts that may begin now. @returns milliseconds until another pass is needed */
  pass(): number {
    const nowMs = this.#ports.clock.now();
    this.#look.pass(() => this.#findWaiting());
    if (this.#requests.begin((request) => this.#beginRequest(request, nowMs))) this.#readRequests();
    if (!this.#ports.requestsAlone && !this.#halted) this.#beginDue(nowMs);
    let nextAt = Number.POSITIVE_INFINITY;
    for (const queue of this.#queues.all()) nextAt = Math.min(nextAt, queue.nextRetryAt);
    if (this.#restraint.busy) return BUSY_PAUSE_MS;
    // A retry that is already due waits for a running attempt to end. That end cuts this pause short, so the pause may
    // be long.
    return nextAt <= nowMs ? LOOK_MS : Math.min(LOOK_MS, nextAt - nowMs);
  }

  /** Reports that new deliveries of these endpoints were committed. */
  expect(endpointSeqs: Iterable<number>): void {
    for (const endpointSeq of endpointSeqs) {
      const queue = this.#queues.find(endpointSeq);
      if (queue === undefined) this.#look.ask();
      else queue.expectFirsts();
    }
  }

  /** Makes the next pass read all targets again. Call it after a change of an endpoint's URL, secrets or switches. */
  reconsider(): void {
    for (const queue of this.#queues.all()) queue.forgetTarget();
    this.#look.ask();
  }

  /** Reports that the outcomes are recorded on the disk. */
  settled(outcomes: readonly AttemptOutcome[]): void {
    for (const { endpointSeq, eventSeq, attempt, kind, reason, at } of outcomes) {
      const queue = this.#queues.find(endpointSeq);
      if (queue === undefined) continue;
      queue.settled(eventSeq, reason === null);
      if (kind !== 'scheduled' || reason === null) continue;
      const next = afterAttempt(this.#ports.policy, attempt, false, at);
      if (next.state === 'pending') queue.expectRetry(next.dueAt);
    }
  }

  setBusy(busy: boolean): void {
    this.#restraint.busy = busy;
  }

  halt(): void {
    this.#halted = true;
  }

  idle(): Promise<void> {
    return this.#underWay.idle();
  }

  #findWaiting(): void {
    const { reader, requestsAlone } = this.#ports;
    for (const row of requestsAlone ? [] : waitingEndpoints(reader.db)) {
      const queue = this.#queues.open(reader, row.endpointSeq, row.workspaceSeq);
      if (row.firstEventSeq !== null) queue.expectFirsts(row.firstEventSeq);
      if (row.nextRetryAt !== null) queue.expectRetry(row.nextRetryAt);
    }
    this.#readRequests();
  }

  #readRequests(): void {
    if (this.#requests.read(this.#ports.reader.db)) this.#ports.wake();
  }

  #begin(beginning: AttemptStart): void {
    this.#underWay.begin(beginning, (othersWait) => {
      // Another attempt takes the free slot at once. A separate pass would leave the slot idle for a turn of the event
      // loop.
      if (othersWait || !this.#goOn(beginning.workspace)) this.#ports.wake();
    });
  }

  #goOn(workspace: WorkspaceQueues): boolean {
    const mayGoOn = !this.#restraint.busy && !this.#halted && this.#underWay.hasRoom();
    return mayGoOn && this.#beginOne(workspace, this.#ports.clock.now());
  }

  /**
   * Begins an attempt that a person requested, a resend or a test, even if the endpoint is off.
   * @returns true if the attempt has begun, or if the endpoint no longer exists
   */
  #beginRequest(request: DueRequest, nowMs: number): boolean {
    const { reader } = this.#ports;
    const known = this.#queues.find(request.endpointSeq);
    if (!this.#underWay.hasRoom() || (known !== undefined && !this.#mayAsk(known))) return false;
    const target = findTarget(reader, request.endpointSeq, nowMs);
    if (target === undefined) return true;
    const queue = this.#queues.open(reader, target.endpointSeq, target.workspaceSeq);
    const { eventSeq, body, kind, requestSeq } = request;
    if (!this.#mayAsk(queue) || !queue.reserve(eventSeq)) return false;
    const attempt = { eventSeq, body, kind, attempt: 0, requestSeq, dueAt: null };
    this.#begin({ queue, workspace: this.#queues.workspaceOf(queue), target, attempt, orderSeq: null });
    return true;
  }

  #mayAsk(queue: EndpointQueue): boolean {
    return this.#underWay.mayAsk(queue, this.#queues.workspaceOf(queue));
  }

  #beginDue(nowMs: number): void {
    let left = this.#restraint.takeTurn();
    let progress = left > 0;
    while (progress) {
      progress = false;
      for (const workspace of this.#queues.workspacesInTurn()) {
        if (left === 0 || !this.#underWay.hasRoom()) return;
        if (!this.#beginOne(workspace, nowMs)) continue;
        left -= 1;
        progress = true;
        this.#queues.served(workspace);
      }
    }
  }

  /** Begins one attempt of the workspace. Its endpoints take turns. @returns true if an attempt has begun */
  #beginOne(workspace: WorkspaceQueues, nowMs: number): boolean {
    const { clock, reader } = this.#ports;
    for (let tried = workspace.queues.length; tried > 0; tried -= 1) {
      const queue = workspace.queues.shift();
      if (queue === undefined) return false;
      workspace.queues.push(queue);
      if (!queue.mayHave(nowMs) || !this.#underWay.mayBegin(queue, workspace)) continue;
      const target = queue.target(reader, nowMs, clock.monotonic());
      const due = target?.active === true ? queue.take(reader, nowMs) : this.#letGo(queue, target);
      if (target === undefined || due === undefined) continue;
      const { eventSeq, body, attempts, orderSeq, dueAt } = due;
      const attempt = { eventSeq, body, kind: 'scheduled' as const, attempt: attempts + 1, requestSeq: null, dueAt };
      this.#begin({ queue, workspace, target, attempt, orderSeq });
      return true;
    }
    return false;
  }

  /** Drops an endpoint's deliveries from memory while nothing may be sent there. A later pass reads them again. */
  #letGo(queue: EndpointQueue, target: Target | undefined): undefined {
    const nothingInHand = queue.drop();
    if (target === undefined && nothingInHand) this.#queues.close(queue);
  }
}
