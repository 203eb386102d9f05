import type { Command } from 'commander';
import { toIso, toIsoOrNull, UsageError } from '../base/index.ts';
import { changeOrderRetention, ORDER_YEARS, readOrderRetention } from '../orders/index.ts';
import { changeRetention, RETENTION_BOUNDS, type Retention, readRetention } from '../retention/index.ts';
import type { Storage } from '../storage/index.ts';
import { listWorkspaces } from '../workspaces/index.ts';
import { addStoreCommand, addWorkspaceFlag, COMMAND_ACTOR, getWorkspace, type Run, table } from './command.ts';
import { addFlag } from './flags.ts';
import type { Shell } from './shell.ts';

const FLAGS: readonly (readonly [keyof Retention, string, string])[] = [
  ['eventsDays', 'keep-events', 'days that events and their deliveries stay'],
  ['attempts', 'keep-attempts', 'attempts of each endpoint that stay'],
  ['callsDays', 'keep-calls', 'days that calls of the API stay'],
  ['mailsDays', 'keep-mails', 'days that mails stay after they went out'],
  ['sessionsDays', 'keep-sessions', 'days that sessions stay after their end'],
];
const ORDERS = 'keep-orders';
const ORDERS_STAY = 'years that closed and deleted orders stay after their last change';

export function addRetention(program: Command, shell: Shell): void {
  const group = program.command('retention').description('how long things are kept');
  addStoreCommand(group, shell, 'show', 'show what is set', show);
  addSet(group, shell);
}

async function show(run: Run, storage: Storage): Promise<void> {
  const kept = readRetention(storage.read);
  const orders = listWorkspaces(storage).map(({ seq, id: workspaceId }) => {
    const { years, beginsAt } = readOrderRetention(storage.read, seq);
    return { workspaceId, years, beginsAt: toIsoOrNull(beginsAt) };
  });
  const ofAll = FLAGS.map(([field, flag, what]) => [`--${flag}`, said(kept[field]), what]);
  const ofOrders = orders.map(({ workspaceId, years }) => [
    `--${ORDERS}`,
    said(years),
    `${ORDERS_STAY}, workspace ${workspaceId}`,
  ]);
  run.print({ ...kept, orders }, table([...ofAll, ...ofOrders]));
}

function addSet(group: Command, shell: Shell): void {
  const help = 'change the limits that you name; a running server follows within the hour';
  const command = addStoreCommand(group, shell, 'set', help, set);
  for (const [field, flag, what] of FLAGS) {
    const { least, most, mayStay } = RETENTION_BOUNDS[field];
    addFlag(command, flag, 'number', `${what}: ${least} to ${most}${mayStay ? ', or all' : ''}`);
  }
  const { least, most } = ORDER_YEARS;
  addFlag(command, ORDERS, 'years', `${ORDERS_STAY}, of one workspace: ${least} to ${most}, or all`);
  addWorkspaceFlag(command);
}

async function set(run: Run, storage: Storage): Promise<void> {
  const given = FLAGS.flatMap(([field, flag]) => {
    const text = run.flags.text(flag);
    return text === undefined ? [] : [[field, parseKept(flag, text, RETENTION_BOUNDS[field])] as const];
  });
  const text = run.flags.text(ORDERS);
  const years = text === undefined ? undefined : parseKept(ORDERS, text, { ...ORDER_YEARS, mayStay: true });
  if (given.length === 0 && years === undefined) {
    throw new UsageError(`say what to set: ${[...FLAGS.map(([, flag]) => `--${flag}`), `--${ORDERS}`].join(', ')}`);
  }
  const workspace = years === undefined ? undefined : getWorkspace(storage, run.flags.text('workspace'));
  await changeRetention({ storage, actor: COMMAND_ACTOR }, Object.fromEntries(given));
  if (years !== undefined && workspace !== undefined) {
    await changeOrderRetention({ storage, workspace, actor: COMMAND_ACTOR }, years);
  }
  const kept = readRetention(storage.read);
  const order = workspace === undefined ? undefined : readOrderRetention(storage.read, workspace.seq);
  const document = order === undefined ? kept : { ...kept, orderYears: order.years };
  const begins =
    order === undefined || order.beginsAt === null
      ? []
      : [`closed and deleted orders go after ${order.years} years, from ${toIso(order.beginsAt)} on`];
  run.print(document, ['saved', ...begins]);
}

const said = (value: number | null): string => (value === null ? 'all' : String(value));

function parseKept(
  flag: string,
  text: string,
  { least, most, mayStay }: (typeof RETENTION_BOUNDS)[keyof Retention],
): number | null {
  if (mayStay && text === 'all') return null;
  const number = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
  if (number >= least && number <= most) return number;
  throw new UsageError(
    `--${flag}: "${text}" is not a whole number from ${least} to ${most}${mayStay ? ', or all' : ''}`,
  );
}
