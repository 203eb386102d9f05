import { ask } from '../../data/api.ts';
import { hasWebhooks, here, isOwner, workspace, workspaceId } from '../../data/me.ts';
import { useLoaded } from '../../data/use-loaded.ts';
import { hostOf } from '../../ui/host-of.ts';
import { words } from '../../words/words.ts';

type EventType = keyof typeof words.value.eventNames;

/**
 * The shop's systems that will hear of the change, for an owner. The line takes its room at once, so that the buttons
 * below it do not move when the answer arrives.
 */
export function Listeners({ type }: { readonly type: EventType }) {
  const isTold = isOwner() && workspace.value?.webhooksEnabled === true && hasWebhooks();
  const { data } = useLoaded(async () => (isTold ? ask(here().webhooks.get()) : undefined), workspaceId());
  if (!isTold) return null;
  const hosts = (data?.endpoints ?? [])
    .filter(({ enabled, state, events }) => enabled && state !== 'suspended' && events.includes(type))
    .map(({ url }) => hostOf(url));
  const told = [...new Set(hosts)].join(', ');
  return <p class="meta">{told === '' ? '\u00a0' : `${words.value.orders.willTell} ${told}`}</p>;
}
