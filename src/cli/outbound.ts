import { createOutbound, type Outbound, parseTimeout } from '../base/index.ts';
import { findServing } from '../storage/index.ts';
import type { Run } from './command.ts';
import { dataDirOf } from './flags.ts';

/** Creates a command's client. It refuses private addresses unless a flag or the running server allows them. */
export function outboundOf(run: Run): Outbound {
  const { flags, shell } = run;
  const serving = findServing(dataDirOf(shell, flags));
  return createOutbound({
    clock: shell.world.clock,
    allowPrivate: flags.on('allow-private-webhooks') || serving?.allowPrivateWebhooks === true,
    timeoutMs: parseTimeout('--webhook-timeout', flags.text('webhook-timeout') ?? '15s'),
  });
}
