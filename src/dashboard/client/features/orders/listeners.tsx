import { ask } from '../../data/api.ts';
import { hasWebhooks, here, isOwner, workspace, workspaceId } from '../../data/me.ts';
import { useLoaded } from '../../data/use-loaded.ts';
import { hostOf } from '../../ui/host-of.ts';
import { words } from '../../words/words.ts';

type EventType = keyof typeof words.value.eventNames;

/** The shop's systems that will hear of the change, for an owner; shows nothing if no system will. */
export function Listeners({ type }: { readonly type: EventType }) {
  const { data } = useLoaded(async () => (isOwner() ? ask(here().webhooks.get()) : undefined), workspaceId());
  if (data === undefined) return null;
  const on = workspace.value?.webhooksEnabled === true && hasWebhooks();
  const hosts = data.endpoints
    .filter(({ enabled, state, events }) => on && enabled && state !== 'suspended' && events.includes(type))
    .map(({ url }) => hostOf(url));
  if (hosts.length === 0) return null;
  return <p class="meta">{`${words.value.orders.willTell} ${[...new Set(hosts)].join(', ')}`}</p>;
}
