import type { Command } from 'commander';
import { parseDurationWithin, parseInstant, toIso, UsageError } from '../base/index.ts';
import type { Storage } from '../storage/index.ts';
import {
  type AttemptRecord,
  EVENT_TYPES,
  type EventType,
  findWorkspaceOfEndpoint,
  isEventType,
  listAttempts,
  resendEvent,
  resendMissed,
  resumeEndpoint,
  rotateSecret,
  sendTest,
} from '../webhooks/index.ts';
import type { Workspace } from '../workspaces/index.ts';
import {
  addCommand,
  COMMAND_ACTOR,
  type CommandBody,
  getWorkspaceOf,
  listing,
  type Run,
  withStorage,
} from './command.ts';
import { addFlag, addSwitch } from './flags.ts';
import { sendNow } from './send-now.ts';
import type { Shell } from './shell.ts';

export function addWebhookSending(group: Command, shell: Shell): void {
  addRotate(group, shell);
  addTest(group, shell);
  addAttempts(group, shell);
  addResend(group, shell);
  addResume(group, shell);
}

export const unknownEndpoint = (id: string): UsageError =>
  new UsageError(`there is no endpoint ${id}; docket webhook list shows them`, 1);

/** @throws UsageError */
export const workspaceOfEndpoint = (run: Run, storage: Storage): Workspace =>
  getWorkspaceOf({ find: findWorkspaceOfEndpoint, unknown: unknownEndpoint }, run, storage);

export function addEndpointArgument(command: Command): void {
  command.argument('<id>', 'id of the endpoint');
  addFlag(command, 'workspace', 'id', 'workspace of the endpoint; its id says which');
}

const idOf = (run: Run): string => run.args[0] ?? '';

function addForEndpoint(group: Command, shell: Shell, name: string, help: string, body: CommandBody): Command {
  const command = addCommand(group, shell, name, help, body);
  addEndpointArgument(command);
  return command;
}

const inWorkspace = <T>(run: Run, work: (storage: Storage, workspace: Workspace) => Promise<T>): Promise<T> =>
  withStorage(run, (storage) => work(storage, workspaceOfEndpoint(run, storage)));

function addRotate(group: Command, shell: Shell): void {
  const help = 'make a new secret and show it, once; the old one also signs for 24 hours';
  addForEndpoint(group, shell, 'rotate', help, (run) =>
    inWorkspace(run, async (storage, workspace) => {
      const id = idOf(run);
      const rotated = await rotateSecret({ storage, random: shell.world.random, workspace, actor: COMMAND_ACTOR }, id);
      if (rotated === undefined) throw unknownEndpoint(id);
      const until = toIso(rotated.previousSecretUntil);
      run.print({ id, secret: rotated.secret, previousSecretUntil: until }, [
        `secret ${rotated.secret}`,
        `The secret is shown only this once. The old one also signs until ${until}.`,
      ]);
    }),
  );
}

function addTest(group: Command, shell: Shell): void {
  const help = 'send a test event, or a sample of an event (--event), and say what became of it';
  const command = addForEndpoint(group, shell, 'test', help, (run) => {
    const event = readEvent(run.flags.text('event'));
    return sendNow(run, (storage) =>
      sendTest(
        { storage, workspace: workspaceOfEndpoint(run, storage), actor: COMMAND_ACTOR },
        { id: idOf(run), event },
      ),
    );
  });
  addFlag(command, 'event', 'type', `send a sample of it, with ids of zeros: ${EVENT_TYPES.join(', ')}`);
  addSwitch(command, 'allow-private-webhooks', 'send to http and private addresses too, for development');
}

function readEvent(text: string | undefined): EventType | undefined {
  if (text === undefined || isEventType(text)) return text;
  throw new UsageError(`--event: "${text}" is no event; allowed: ${EVENT_TYPES.join(', ')}`);
}

function addResend(group: Command, shell: Shell): void {
  const help = 'send one event again (--event), or everything that failed or was missed since a time (--since)';
  const command = addForEndpoint(group, shell, 'resend', help, (run) => {
    const { flags } = run;
    const [event, since] = [flags.text('event'), flags.text('since')];
    if ((event === undefined) === (since === undefined)) throw new UsageError('say either --event or --since');
    if (event !== undefined) {
      return sendNow(run, (storage) =>
        resendEvent(
          { storage, workspace: workspaceOfEndpoint(run, storage), actor: COMMAND_ACTOR },
          { id: idOf(run), eventId: event },
        ),
      );
    }
    return inWorkspace(run, async (storage, workspace) => {
      const resent = await resendMissed(
        { storage, workspace, actor: COMMAND_ACTOR },
        { id: idOf(run), sinceMs: readSince(shell, since ?? '') },
      );
      run.print(resent, [`${resent.failed} failed and ${resent.missed} missed events are sent again`]);
      return undefined;
    });
  });
  addFlag(command, 'event', 'id', 'id of the event');
  addFlag(command, 'since', 'moment', 'such as 2026-03-08T10:00:00+03:00, or 36h for the last 36 hours');
  addSwitch(command, 'allow-private-webhooks', 'send to http and private addresses too, for development');
}

/**
 * The longest duration that `--since` accepts: ten years. This is also the longest limit that a shop can set for
 * keeping events.
 */
const MOST_SINCE = '3650d';

function readSince(shell: Shell, text: string): number {
  if (/^\d+[a-z]+$/.test(text))
    return shell.world.clock.now() - parseDurationWithin('--since', text, '0ms', MOST_SINCE);
  const instant = parseInstant(text);
  if (instant === undefined) {
    throw new UsageError(`--since: "${text}" is not a moment such as 2026-03-08T10:00:00+03:00, or 36h`);
  }
  return instant.epochMs;
}

function addResume(group: Command, shell: Shell): void {
  addForEndpoint(group, shell, 'resume', 'end the suspension of an endpoint; what waits is sent', (run) =>
    inWorkspace(run, async (storage, workspace) => {
      const id = idOf(run);
      const resumed = await resumeEndpoint({ storage, workspace, actor: COMMAND_ACTOR }, { id });
      if (resumed === undefined) throw unknownEndpoint(id);
      run.print({ id, ...resumed }, [
        resumed.wasSuspended
          ? `endpoint ${id} is resumed; send what it missed with docket webhook resend ${id} --since`
          : `endpoint ${id} was not suspended`,
      ]);
    }),
  );
}

function addAttempts(group: Command, shell: Shell): void {
  addForEndpoint(group, shell, 'attempts', 'show the last 50 attempts, newest first', (run) =>
    inWorkspace(run, async (storage, workspace) => {
      const attempts = listAttempts({ storage, workspace }, idOf(run));
      if (attempts === undefined) throw unknownEndpoint(idOf(run));
      const shown = attempts.map(attemptDocument);
      const rows = shown.map((attempt) => [
        attempt.at,
        attempt.type,
        attempt.attempt === 0 ? attempt.kind : `${attempt.attempt}`,
        attempt.status,
        String(attempt.httpCode ?? '-'),
        `${attempt.responseTime} ms`,
        attempt.reason ?? '',
      ]);
      const head = ['time', 'event', 'attempt', 'status', 'code', 'took', 'reason'];
      run.print(shown, listing(head, rows, 'no attempts yet'));
    }),
  );
}

const attemptDocument = (attempt: AttemptRecord) => ({ ...attempt, at: toIso(attempt.at) });
