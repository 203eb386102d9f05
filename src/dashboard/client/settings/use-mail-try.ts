import { useState } from 'preact/hooks';
import { useGuarded } from '../parts.tsx';
import { type Draft, type Outcome, saveMail, testMail } from './mail-data.ts';

export type Deed = 'test' | 'save';

/** What was tried last, and what came of it. */
export interface Done {
  readonly deed: Deed;
  readonly outcome: Outcome;
}

/** Tries what the form holds, or saves it by trying it. @param told hears what came of it, and undefined when that holds no more */
export function useMailTry(draft: Draft, told: (done: Done | undefined) => void) {
  const [doing, setDoing] = useState<Deed>();
  const [error, setError] = useState<unknown>();
  const { guard, dialog } = useGuarded();
  const clear = (): void => {
    told(undefined);
    setError(undefined);
  };
  const run = (deed: Deed): void => {
    clear();
    // Not from the first press on: whoever leaves the question for the password has nothing under way.
    const act = (): Promise<Outcome> => {
      setDoing(deed);
      return (deed === 'save' ? saveMail(draft) : testMail(draft)).finally(() => setDoing(undefined));
    };
    guard(act).then((outcome) => told({ deed, outcome }), setError);
  };
  return { doing, error, dialog, clear, run };
}
