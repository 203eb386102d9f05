import { callServer } from '../data/call-server.ts';
import { dropDay } from '../data/dropped-day.ts';
import type { KeptDay } from '../data/kept-day.ts';
import type { Me } from '../data/me.ts';
import { isRefusal } from '../data/refusal.ts';
import { subtle } from '../data/secure-context.ts';
import { useAsked } from '../data/use-asked.ts';
import { SignInPage } from '../features/entry/index.ts';
import { Later, Trouble } from '../ui/guest-parts.tsx';
import { guestWords } from '../words/guest-words.ts';

/** All parts except the sign-in page are in one file. Many small files load more slowly on a slow connection. */
const desk = () => import('./desk.ts');
const loadSetupPage = async () => (await desk()).loadSetupPage();
const loadResetPage = async () => (await desk()).loadResetPage();
const loadOfflineDay = async () => (await desk()).loadOfflineDay();

/**
 * Shows only the parts needed before anybody is signed in. The other parts load later. The address stays, so that the
 * requested page opens after signing in.
 */
export function Entry() {
  if (location.pathname === '/app/setup') return <Later load={loadSetupPage} />;
  if (location.pathname === '/app/reset') return <Later load={loadResetPage} />;
  return <Door />;
}

interface There {
  readonly me: Me;
  /** The orders of today, which this browser saved earlier. They are shown while the server does not answer. */
  readonly day?: KeptDay;
}

async function whoIsThere(): Promise<There> {
  try {
    return { me: await callServer<Me>('me') };
  } catch (error) {
    if (!isRefusal(error, 'no_answer')) throw error;
    const { keptDay } = await desk();
    const day = await keptDay(subtle);
    if (day === undefined) throw error;
    return { me: null, day };
  }
}

function Door() {
  const { data, error, reload, set } = useAsked(whoIsThere, '');
  if (error !== undefined) return <Trouble error={error} retry={reload} />;
  if (data === undefined) return <p class="loading">{guestWords.value.loading}</p>;
  if (data.day !== undefined) return <Later load={loadOfflineDay} day={data.day} />;
  const { me } = data;
  if (me === null) {
    dropDay();
    return <SignInPage signedIn={reload} />;
  }
  const load = async () => {
    const { App, loadWords } = await desk();
    await loadWords(me.person.language);
    return App;
  };
  return <Later load={load} first={me} left={() => set(() => ({ data: { me: null } }))} />;
}
