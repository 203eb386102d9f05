import type { Reader } from '../storage/index.ts';
import { lastAttempt } from '../webhooks/index.ts';
import { EndpointQueue } from './endpoint-queue.ts';
import { noneTaken, paceAfter, type TakenSlots } from './slots.ts';

export interface WorkspaceQueues {
  readonly workspaceSeq: number;
  readonly taken: TakenSlots;
  /** The queues in order of turn, the next one first. */
  readonly queues: EndpointQueue[];
}

/** The queues of endpoints that may have work. Workspaces take turns, and so do the endpoints of a workspace. */
export class Queues {
  readonly #byEndpoint = new Map<number, EndpointQueue>();
  readonly #byWorkspace = new Map<number, WorkspaceQueues>();

  find(endpointSeq: number): EndpointQueue | undefined {
    return this.#byEndpoint.get(endpointSeq);
  }

  all(): Iterable<EndpointQueue> {
    return this.#byEndpoint.values();
  }

  open(reader: Pick<Reader, 'db'>, endpointSeq: number, workspaceSeq: number): EndpointQueue {
    const known = this.find(endpointSeq);
    if (known !== undefined) return known;
    const queue = new EndpointQueue(endpointSeq, workspaceSeq);
    // Sets the endpoint's pace from its last attempt. Otherwise hung endpoints would delay the others after a restart.
    const last = lastAttempt(reader.db, endpointSeq);
    if (last !== undefined) queue.pace = paceAfter(queue.pace, last.succeeded, last.durationMs);
    this.#byEndpoint.set(endpointSeq, queue);
    this.workspaceOf(queue).queues.push(queue);
    return queue;
  }

  workspaceOf({ workspaceSeq }: EndpointQueue): WorkspaceQueues {
    const known = this.#byWorkspace.get(workspaceSeq);
    if (known !== undefined) return known;
    const workspace = { workspaceSeq, taken: noneTaken(), queues: [] };
    this.#byWorkspace.set(workspaceSeq, workspace);
    return workspace;
  }

  /**
   * Returns the workspaces, the longest waiting first. The result is a copy, because `served` reorders the original.
   */
  workspacesInTurn(): readonly WorkspaceQueues[] {
    return [...this.#byWorkspace.values()];
  }

  /** Moves a workspace to the end of the queue, so that the next pass begins with those that waited longest. */
  served(workspace: WorkspaceQueues): void {
    this.#byWorkspace.delete(workspace.workspaceSeq);
    this.#byWorkspace.set(workspace.workspaceSeq, workspace);
  }

  close(queue: EndpointQueue): void {
    this.#byEndpoint.delete(queue.endpointSeq);
    const { queues } = this.workspaceOf(queue);
    queues.splice(queues.indexOf(queue), 1);
  }
}
