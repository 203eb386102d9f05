import { hasWebhooks, isOwner, workspace, workspaceId } from '../../data/me.ts';
import { useLoaded } from '../../data/use-loaded.ts';
import { loadEndpoints } from '../../parts/endpoints.ts';
import { hostOf } from '../../ui/host-of.ts';
import { words } from '../../words/words.ts';

export interface ListenersProps {
  readonly type: keyof typeof words.value.eventNames;
}

/**
 * Names the servers that the webhook event will be sent to. The line reserves its space while they load, so that the
 * buttons below it stay in place.
 */
export function Listeners({ type }: ListenersProps) {
  const isTold = isOwner() && workspace.value?.webhooksEnabled === true && hasWebhooks();
  const { data = [] } = useLoaded(async () => (isTold ? loadEndpoints() : []), workspaceId());
  if (!isTold) return null;
  const hosts = data
    .filter(({ enabled, state, events }) => enabled && state !== 'suspended' && events.includes(type))
    .map(({ url }) => hostOf(url));
  const told = [...new Set(hosts)].join(', ');
  return <p class="meta">{told === '' ? '\u00a0' : `${words.value.orders.willTell} ${told}`}</p>;
}
