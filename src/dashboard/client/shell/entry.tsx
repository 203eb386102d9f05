import { callServer } from '../data/call-server.ts';
import { dropDay, keptDay } from '../data/kept-day.ts';
import type { Me } from '../data/me.ts';
import { isRefusal } from '../data/refusal.ts';
import { useAsked } from '../data/use-asked.ts';
import { loadResetPage, loadSetupPage, SignInPage } from '../features/entry/index.ts';
import { loadOfflineDay } from '../features/overview/index.ts';
import { Later, Trouble } from '../ui/guest-parts.tsx';
import { guestWords } from '../words/guest-words.ts';

/**
 * What is needed before anybody is signed in, and no more of it: the rest is fetched by who is. The address stays, so that
 * signing in leads to where one wanted to go.
 */
export function Entry() {
  if (location.pathname === '/app/setup') return <Later load={loadSetupPage} />;
  if (location.pathname === '/app/reset') return <Later load={loadResetPage} />;
  return <Door />;
}

function Door() {
  const { data, error, reload, set } = useAsked(async () => ({ me: await callServer<Me>('me') }), '');
  if (error !== undefined) {
    const day = isRefusal(error, 'no_answer') ? keptDay() : undefined;
    return day === undefined ? <Trouble error={error} retry={reload} /> : <Later load={loadOfflineDay} day={day} />;
  }
  if (data === undefined) return <p class="loading">{guestWords.value.loading}</p>;
  const { me } = data;
  if (me === null) {
    dropDay();
    return <SignInPage signedIn={reload} />;
  }
  const load = async () => {
    const [{ App }, { loadWords }] = await Promise.all([import('./app.tsx'), import('../words/words.ts')]);
    await loadWords(me.person.language);
    return App;
  };
  return <Later load={load} first={me} left={() => set(() => ({ data: { me: null } }))} />;
}
