import type { Command } from 'commander';
import { parseChoice, parseSwitch, UsageError } from '../base/index.ts';
import { createWorkspace, listWorkspaces, updateWorkspace, type WorkspacePatch } from '../workspaces/index.ts';
import { addCommand, addStoreCommand, COMMAND_ACTOR, getWorkspace, listing, withStorage } from './command.ts';
import { addFlag, type Flags } from './flags.ts';
import { PLANS } from './init.ts';
import type { Shell } from './shell.ts';

const onOff = (on: boolean): string => (on ? 'on' : 'off');

export function addWorkspace(program: Command, shell: Shell): void {
  const group = program.command('workspace').description('workspaces, their plans and switches');
  addList(group, shell);
  addCreate(group, shell);
  addUpdate(group, shell);
}

function addList(group: Command, shell: Shell): void {
  addStoreCommand(group, shell, 'list', 'show the workspaces', async (run, storage) => {
    const shown = listWorkspaces(storage).map(({ seq: _, ...workspace }) => workspace);
    const rows = shown.map((workspace) => [
      workspace.id,
      workspace.plan,
      workspace.timeZone,
      onOff(workspace.apiEnabled),
      onOff(workspace.inquiriesEnabled),
      onOff(workspace.webhooksEnabled),
      workspace.name,
    ]);
    const head = ['id', 'plan', 'time zone', 'api', 'inquiries', 'webhooks', 'name'];
    run.print(shown, listing(head, rows, 'no workspaces yet'));
  });
}

function addCreate(group: Command, shell: Shell): void {
  const command = addCommand(group, shell, 'create', 'create another workspace', async (run) => {
    const { flags } = run;
    const input = {
      name: flags.required('name'),
      plan: parseChoice('--plan', flags.text('plan') ?? 'pro', PLANS),
      timeZone: flags.text('time-zone') ?? 'UTC',
    };
    const { id } = await withStorage(
      run,
      (storage) => createWorkspace({ storage, actor: COMMAND_ACTOR }, input),
      'create',
    );
    run.print({ workspaceId: id }, [`workspace ${id} is ready`]);
  });
  addFlag(command, 'name', 'name', 'name of the business');
  addFlag(command, 'plan', 'plan', `${PLANS.join(', ')}; default pro`);
  addFlag(command, 'time-zone', 'zone', 'such as Europe/Moscow; default UTC');
}

function addUpdate(group: Command, shell: Shell): void {
  const help = 'change plan, switches, zone or name; takes effect at once';
  const command = addCommand(group, shell, 'update', help, async (run) => {
    const patch = readPatch(run.flags);
    if (Object.keys(patch).length === 0)
      throw new UsageError('say what to change: --plan, --api, --inquiries, --webhooks, --time-zone or --name');
    return withStorage(run, async (storage) => {
      const workspace = getWorkspace(storage, run.args[0] ?? run.flags.text('workspace'));
      await updateWorkspace({ storage, workspace, actor: COMMAND_ACTOR }, patch);
      run.print({ workspaceId: workspace.id, ...patch }, [`workspace ${workspace.id} is changed`]);
    });
  });
  command.argument('[id]', 'id of the workspace, where there are several');
  addFlag(command, 'workspace', 'id', 'the same');
  addFlag(command, 'plan', 'plan', PLANS.join(', '));
  addFlag(command, 'api', 'on|off', 'the API');
  addFlag(command, 'inquiries', 'on|off', 'the inquiries feature');
  addFlag(command, 'webhooks', 'on|off', 'webhooks');
  addFlag(command, 'time-zone', 'zone', 'such as Europe/Moscow');
  addFlag(command, 'name', 'name', 'name of the business');
}

function readPatch(flags: Flags): WorkspacePatch {
  const plan = flags.text('plan');
  const name = flags.text('name');
  const timeZone = flags.text('time-zone');
  const switched = (flag: string): boolean | undefined => {
    const text = flags.text(flag);
    return text === undefined ? undefined : parseSwitch(`--${flag}`, text);
  };
  const api = switched('api');
  const inquiries = switched('inquiries');
  const webhooks = switched('webhooks');
  return {
    ...(plan === undefined ? {} : { plan: parseChoice('--plan', plan, PLANS) }),
    ...(name === undefined ? {} : { name }),
    ...(timeZone === undefined ? {} : { timeZone }),
    ...(api === undefined ? {} : { apiEnabled: api }),
    ...(inquiries === undefined ? {} : { inquiriesEnabled: inquiries }),
    ...(webhooks === undefined ? {} : { webhooksEnabled: webhooks }),
  };
}
