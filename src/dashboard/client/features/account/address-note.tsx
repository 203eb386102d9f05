import { api, ask } from '../../data/api.ts';
import { me } from '../../data/me.ts';
import { ActButton } from '../../ui/act-button.tsx';
import { Problem } from '../../ui/problem/problem.tsx';
import { useSending } from '../../ui/sending.ts';
import { pageWords } from '../../words/settings-pages.ts';

/** Lets a person who joined by a link shown on a screen confirm their address, if Docket can mail links. */
export function AddressNote() {
  const sending = useSending();
  if (me.value?.person.unproved !== true || !me.value.installation.mailsLinks) return null;
  const w = pageWords.value.people.address;
  const { isDone, error } = sending;
  return (
    <div class="note" role="status">
      <p>{isDone ? w.sent(me.value.person.email) : w.what}</p>
      {!isDone && (
        <ActButton sending={sending} act={() => ask(api.account.address.post({}))}>
          {w.send}
        </ActButton>
      )}
      <Problem error={error} />
    </div>
  );
}
