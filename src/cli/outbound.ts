import { createOutbound, type Outbound, parseTimeout } from '../base/index.ts';
import { findServing } from '../storage/index.ts';
import type { Run } from './command.ts';
import { dataDirOf } from './flags.ts';

/** Creates the guarded client of a command. It may send wherever the running server of the data directory may. */
export function outboundOf(run: Run): Outbound {
  const { flags, shell } = run;
  const serving = findServing(dataDirOf(shell, flags));
  return createOutbound({
    clock: shell.world.clock,
    allowPrivate: flags.on('allow-private-webhooks') || serving?.allowPrivateWebhooks === true,
    timeoutMs: parseTimeout('--webhook-timeout', flags.text('webhook-timeout') ?? '15s'),
  });
}
