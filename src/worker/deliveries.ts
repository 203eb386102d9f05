import type { Clock, Outbound } from '../base/index.ts';
import type { Reader } from '../storage/index.ts';
import {
  type AttemptOutcome,
  afterAttempt,
  type DueRequest,
  findTarget,
  lastAttempt,
  type RetryPolicy,
  type Target,
  waitingEndpoints,
} from '../webhooks/index.ts';
import { type Attempt, makeAttempt } from './attempt.ts';
import { EndpointQueue } from './endpoint-queue.ts';
import { Requests } from './requests.ts';
import { createSlots, noneTaken, paceAfter, type Taken } from './slots.ts';

export interface DeliveryPorts {
  readonly clock: Clock;
  readonly reader: Reader;
  readonly outbound: Outbound;
  readonly policy: RetryPolicy;
  /** Takes what is to be written down; `unsettled` counts what is not on the disk yet. */
  readonly settling: { attempt(outcome: AttemptOutcome): void; count(): number };
  /** Called when something has happened that may let another attempt begin. */
  readonly wake: () => void;
  /** Only what a person has asked for. */
  readonly requestsAlone: boolean;
}

interface WorkspaceQueues {
  readonly taken: Taken;
  /** The next one in turn first. */
  readonly queues: EndpointQueue[];
}

/** How often all endpoints are looked at while others write; what our own process writes is told by hints. */
const LOOK_MS = 250;
/** And at most one part in so many of the time is spent looking. */
const LOOK_SHARE = 20;
/** With so much not on the disk yet nothing more is begun: the disk is full, or slower than the network. */
const UNSETTLED_AT_MOST = 2_000;
/** While the API has its hands full, attempts begin only so often: an order's answer comes before the news of it. */
const BUSY_PAUSE_MS = 5;
const BUSY_ATTEMPTS = 16;

/** Decides which attempt begins when; knows in memory alone what is under way. */
export class Deliveries {
  readonly #ports: DeliveryPorts;
  readonly #slots = createSlots();
  readonly #queues = new Map<number, EndpointQueue>();
  readonly #workspaces = new Map<number, WorkspaceQueues>();
  readonly #running = new Set<Promise<void>>();
  readonly #requests = new Requests();
  #lookAgain = true;
  #lookedMs = Number.NEGATIVE_INFINITY;
  #lookCostMs = 0;
  #version = -1;
  #halted = false;
  #busy = false;
  #begunMs = Number.NEGATIVE_INFINITY;

  constructor(ports: DeliveryPorts) {
    this.#ports = ports;
  }

  /** Begins all attempts that are due and allowed. @returns milliseconds until another pass is needed */
  pass(): number {
    const nowMs = this.#ports.clock.now();
    this.#look();
    this.#beginRequests(nowMs);
    this.#beginDeliveries(nowMs);
    let nextAt = Number.POSITIVE_INFINITY;
    for (const queue of this.#queues.values()) nextAt = Math.min(nextAt, queue.nextRetryAt);
    if (this.#busy) return BUSY_PAUSE_MS;
    // What is due already waits for a slot, whose end wakes us.
    return nextAt <= nowMs ? LOOK_MS : Math.min(LOOK_MS, nextAt - nowMs);
  }

  /** New deliveries of these endpoints were committed. */
  expect(endpointSeqs: Iterable<number>): void {
    for (const endpointSeq of endpointSeqs) {
      const queue = this.#queues.get(endpointSeq);
      if (queue === undefined) this.#lookAgain = true;
      else queue.expectFirsts();
    }
  }

  /** What may be sent, or where to, was changed. */
  reconsider(): void {
    for (const queue of this.#queues.values()) queue.forgetTarget();
    this.#lookAgain = true;
  }

  /** These outcomes are on the disk. */
  settled(outcomes: readonly AttemptOutcome[]): void {
    for (const { endpointSeq, eventSeq, attempt, kind, reason, at } of outcomes) {
      const queue = this.#queues.get(endpointSeq);
      if (queue === undefined) continue;
      queue.settled(eventSeq, reason === null);
      if (kind !== 'scheduled' || reason === null) continue;
      const next = afterAttempt(this.#ports.policy, attempt, false, at);
      if (next.state === 'pending') queue.expectRetry(next.dueAt);
    }
  }

  /** Whether the API has its hands full. */
  setBusy(busy: boolean): void {
    this.#busy = busy;
  }

  /** Begins nothing more. */
  halt(): void {
    this.#halted = true;
  }

  /** Resolves when no attempt is under way. */
  async idle(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running);
  }

  /** Finds what hints have not told of: what other processes wrote, and what the last process left. */
  #look(): void {
    const { clock, reader } = this.#ports;
    const steadyMs = clock.monotonic();
    const pauseMs = Math.max(LOOK_MS, this.#lookCostMs * LOOK_SHARE);
    if (!this.#lookAgain && steadyMs - this.#lookedMs < pauseMs) return;
    const version = reader.version();
    this.#lookedMs = steadyMs;
    if (!this.#lookAgain && version === this.#version) return;
    this.#version = version;
    this.#lookAgain = false;
    if (!this.#ports.requestsAlone) this.#findWaiting();
    this.#readRequests();
    this.#lookCostMs = clock.monotonic() - steadyMs;
  }

  #findWaiting(): void {
    for (const row of waitingEndpoints(this.#ports.reader.db)) {
      const queue = this.#queueOf(row.endpointSeq, row.workspaceSeq);
      if (row.firstEventSeq !== null) queue.expectFirsts(row.firstEventSeq);
      if (row.nextRetryAt !== null) queue.expectRetry(row.nextRetryAt);
    }
  }

  #queueOf(endpointSeq: number, workspaceSeq: number): EndpointQueue {
    const known = this.#queues.get(endpointSeq);
    if (known !== undefined) return known;
    const queue = new EndpointQueue(endpointSeq, workspaceSeq);
    // Else all would begin alike after a restart, and the hung ones hold those up that answer.
    const last = lastAttempt(this.#ports.reader.db, endpointSeq);
    if (last !== undefined) queue.pace = paceAfter(queue.pace, last.succeeded, last.durationMs);
    this.#queues.set(endpointSeq, queue);
    this.#workspaceOf(workspaceSeq).queues.push(queue);
    return queue;
  }

  #workspaceOf(workspaceSeq: number): WorkspaceQueues {
    const known = this.#workspaces.get(workspaceSeq);
    if (known !== undefined) return known;
    const workspace = { taken: noneTaken(), queues: [] };
    this.#workspaces.set(workspaceSeq, workspace);
    return workspace;
  }

  #mayBegin(): boolean {
    return !this.#slots.full() && this.#ports.settling.count() + this.#slots.count() < UNSETTLED_AT_MOST;
  }

  #begin(queue: EndpointQueue, target: Target, attempt: Attempt, orderSeq: number | null): void {
    const { settling, wake } = this.#ports;
    const { taken } = queue;
    const { lane } = queue.pace;
    const workspace = this.#workspaceOf(queue.workspaceSeq);
    this.#slots.begin(lane, taken, workspace.taken);
    queue.begun();
    const over = this.#attempt(target, attempt).then((outcome) => {
      const others = this.#slots.full();
      this.#slots.end(lane, taken, workspace.taken);
      this.#running.delete(over);
      queue.lastFailed = outcome.reason !== null;
      queue.pace = paceAfter(queue.pace, outcome.reason === null, outcome.durationMs);
      queue.attempted(orderSeq, attempt.attempt === 1);
      settling.attempt(outcome);
      // The free slot is taken at once; a pass of its own would leave it idle for a turn of the event loop.
      if (others || !this.#goOn(workspace)) wake();
    });
    this.#running.add(over);
  }

  /** What was read may be committed and not synced yet: nobody is told of it before. */
  async #attempt(target: Target, attempt: Attempt): Promise<AttemptOutcome> {
    const { clock, outbound, reader } = this.#ports;
    await reader.safe();
    return makeAttempt(clock, outbound, target, attempt);
  }

  #goOn(workspace: WorkspaceQueues): boolean {
    return !this.#busy && !this.#halted && this.#mayBegin() && this.#beginOne(workspace, this.#ports.clock.now());
  }

  /** What a person waits for goes first, in whatever state the endpoint is. */
  #beginRequests(nowMs: number): void {
    if (this.#requests.begin((request) => this.#beginRequest(request, nowMs))) this.#readRequests();
  }

  /** @returns whether it is over with: it has begun, or its endpoint was removed and it with it */
  #beginRequest(request: DueRequest, nowMs: number): boolean {
    const known = this.#queues.get(request.endpointSeq);
    if (!this.#mayBegin() || (known !== undefined && !this.#mayAsk(known))) return false;
    const target = findTarget(this.#ports.reader.db, request.endpointSeq, nowMs);
    if (target === undefined) return true;
    const queue = this.#queueOf(target.endpointSeq, target.workspaceSeq);
    const { eventSeq, body, kind, requestSeq } = request;
    if (!this.#mayAsk(queue) || !queue.reserve(eventSeq)) return false;
    this.#begin(queue, target, { eventSeq, body, kind, attempt: 0, requestSeq, dueAt: null }, null);
    return true;
  }

  #mayAsk({ pace, taken, workspaceSeq }: EndpointQueue): boolean {
    return this.#slots.mayAsk(pace, taken, this.#workspaceOf(workspaceSeq).taken);
  }

  #readRequests(): void {
    if (this.#requests.read(this.#ports.reader.db)) this.#ports.wake();
  }

  #beginDeliveries(nowMs: number): void {
    let progress = !this.#ports.requestsAlone && !this.#halted && this.#isTime();
    let left = this.#busy ? BUSY_ATTEMPTS : Number.POSITIVE_INFINITY;
    while (progress) {
      progress = false;
      for (const [workspaceSeq, workspace] of [...this.#workspaces]) {
        if (left === 0 || !this.#mayBegin()) return;
        if (!this.#beginOne(workspace, nowMs)) continue;
        left -= 1;
        progress = true;
        // To the end of the line, so that a pass cut short goes on with those who have waited longest.
        this.#workspaces.delete(workspaceSeq);
        this.#workspaces.set(workspaceSeq, workspace);
      }
    }
  }

  #isTime(): boolean {
    const steadyMs = this.#ports.clock.monotonic();
    if (this.#busy && steadyMs - this.#begunMs < BUSY_PAUSE_MS) return false;
    this.#begunMs = steadyMs;
    return true;
  }

  /** One attempt of one endpoint of the workspace, each in its turn. @returns whether there was one */
  #beginOne(workspace: WorkspaceQueues, nowMs: number): boolean {
    const { clock, reader } = this.#ports;
    for (let tried = workspace.queues.length; tried > 0; tried -= 1) {
      const queue = workspace.queues.shift();
      if (queue === undefined) return false;
      workspace.queues.push(queue);
      if (!queue.mayHave(nowMs) || !queue.mayHold() || !this.#slots.mayBegin(queue.pace, queue.taken, workspace.taken))
        continue;
      const target = queue.target(reader, nowMs, clock.monotonic());
      const due = target?.active === true ? queue.take(reader, nowMs) : this.#letGo(queue, workspace, target);
      if (target === undefined || due === undefined) continue;
      const { eventSeq, body, attempts, orderSeq, dueAt } = due;
      const attempt = { eventSeq, body, kind: 'scheduled' as const, attempt: attempts + 1, requestSeq: null, dueAt };
      this.#begin(queue, target, attempt, orderSeq);
      return true;
    }
    return false;
  }

  /** Nothing may be sent there now; a look finds it again when that changes. */
  #letGo(queue: EndpointQueue, workspace: WorkspaceQueues, target: Target | undefined): undefined {
    const nothingInHand = queue.drop();
    if (target !== undefined || !nothingInHand) return;
    this.#queues.delete(queue.endpointSeq);
    workspace.queues.splice(workspace.queues.indexOf(queue), 1);
  }
}
