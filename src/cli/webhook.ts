import type { Command } from 'commander';
import { parseSwitch, toIso, toIsoOrNull, UsageError } from '../base/index.ts';
import {
  addEndpoint,
  EVENT_TYPES,
  type EventType,
  listEndpoints,
  parseEventTypes,
  removeEndpoint,
  updateEndpoint,
} from '../webhooks/index.ts';
import {
  addCommand,
  addStoreCommand,
  addWorkspaceFlag,
  COMMAND_ACTOR,
  getWorkspace,
  listing,
  withStorage,
} from './command.ts';
import { addFlag, addSwitch } from './flags.ts';
import { outboundOf } from './outbound.ts';
import type { Shell } from './shell.ts';
import { addEndpointArgument, addWebhookSending, unknownEndpoint, workspaceOfEndpoint } from './webhook-sending.ts';

export function addWebhook(program: Command, shell: Shell): void {
  const group = program.command('webhook').description('endpoints that events are sent to');
  addAdd(group, shell);
  addList(group, shell);
  addUpdate(group, shell);
  addRemove(group, shell);
  addWebhookSending(group, shell);
}

function readEvents(text: string): readonly EventType[] {
  const events = parseEventTypes(text);
  if (events === undefined)
    throw new UsageError(`--events: "${text}" is not all, or a list of ${EVENT_TYPES.join(', ')}`);
  return events;
}

function addAddressFlags(command: Command): void {
  addFlag(command, 'url', 'address', 'public https address');
  addFlag(command, 'events', 'list', `all, or a list of ${EVENT_TYPES.join(', ')}`);
  addSwitch(command, 'allow-private-webhooks', 'take http and private addresses too, for development');
}

function addAdd(group: Command, shell: Shell): void {
  const command = addCommand(group, shell, 'add', 'add an endpoint and show its signing secret, once', async (run) => {
    const { flags } = run;
    const input = { url: flags.required('url'), events: readEvents(flags.text('events') ?? 'all') };
    const added = await withStorage(run, (storage) => {
      const workspace = getWorkspace(storage, flags.text('workspace'));
      const { random } = shell.world;
      return addEndpoint({ storage, random, outbound: outboundOf(run), workspace, actor: COMMAND_ACTOR }, input);
    });
    const { warning, ...shown } = added;
    if (warning !== null) shell.err(`note: ${warning}\n`);
    run.print(shown, [
      `endpoint ${added.id} gets ${added.events.join(', ')}`,
      `secret ${added.secret}`,
      'The secret is shown only this once. Keep it on the receiving server, and nowhere else.',
    ]);
  });
  addAddressFlags(command);
  addWorkspaceFlag(command);
}

function addList(group: Command, shell: Shell): void {
  const command = addStoreCommand(group, shell, 'list', 'show the endpoints', async (run, storage) => {
    const endpoints = listEndpoints(storage, getWorkspace(storage, run.flags.text('workspace')));
    const shown = endpoints.map((endpoint) => ({
      ...endpoint,
      failingSince: toIsoOrNull(endpoint.failingSince),
      suspendedAt: toIsoOrNull(endpoint.suspendedAt),
      previousSecretUntil: toIsoOrNull(endpoint.previousSecretUntil),
      createdAt: toIso(endpoint.createdAt),
    }));
    const rows = shown.map((endpoint) => [
      endpoint.id,
      endpoint.state,
      endpoint.events.length === EVENT_TYPES.length ? 'all' : endpoint.events.join(','),
      endpoint.url,
    ]);
    run.print(shown, listing(['id', 'state', 'events', 'url'], rows, 'no endpoints yet'));
  });
  addWorkspaceFlag(command);
}

function addUpdate(group: Command, shell: Shell): void {
  const help = 'change the address or the events, switch on or off';
  const command = addCommand(group, shell, 'update', help, async (run) => {
    const { flags, args } = run;
    const [id = ''] = args;
    const events = flags.text('events');
    const enabled = flags.text('enabled');
    const patch = {
      url: flags.text('url'),
      events: events === undefined ? undefined : readEvents(events),
      enabled: enabled === undefined ? undefined : parseSwitch('--enabled', enabled),
    };
    if (Object.values(patch).every((value) => value === undefined)) {
      throw new UsageError('say what to change: --url, --events or --enabled');
    }
    return withStorage(run, async (storage) => {
      const workspace = workspaceOfEndpoint(run, storage);
      const updated = await updateEndpoint(
        { storage, outbound: outboundOf(run), workspace, actor: COMMAND_ACTOR },
        { id, ...patch },
      );
      if (updated === undefined) throw unknownEndpoint(id);
      if (updated.warning !== null) shell.err(`note: ${updated.warning}\n`);
      run.print({ id }, [`endpoint ${id} is changed`]);
    });
  });
  addEndpointArgument(command);
  addAddressFlags(command);
  addFlag(command, 'enabled', 'on|off', 'whether it gets events');
}

function addRemove(group: Command, shell: Shell): void {
  const help = 'remove an endpoint with its history';
  const command = addStoreCommand(group, shell, 'remove', help, async (run, storage) => {
    const [id = ''] = run.args;
    const workspace = workspaceOfEndpoint(run, storage);
    if (!(await removeEndpoint({ storage, workspace, actor: COMMAND_ACTOR }, id))) throw unknownEndpoint(id);
    run.print({ id, removed: true }, [`endpoint ${id} is removed`]);
  });
  addEndpointArgument(command);
}
