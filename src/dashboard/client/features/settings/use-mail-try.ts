import { useState } from 'preact/hooks';
import { useSending } from '../../ui/sending.ts';
import { type Draft, type Outcome, saveMail, testMail } from './mail-data.ts';

type Deed = 'test' | 'save';

export interface MailTry {
  readonly deed: Deed;
  readonly outcome: Outcome;
}

/** @param told called with the outcome, and with undefined when the outcome no longer applies */
export function useMailTry(draft: Draft, told: (done: MailTry | undefined) => void) {
  const [doing, setDoing] = useState<Deed>();
  const sending = useSending();
  const clear = (): void => {
    told(undefined);
    sending.reset();
  };
  const run = async (deed: Deed): Promise<void> => {
    told(undefined);
    const act = (): Promise<Outcome> => {
      setDoing(deed);
      return (deed === 'save' ? saveMail(draft) : testMail(draft)).finally(() => setDoing(undefined));
    };
    told({ deed, outcome: await act() });
  };
  return { doing, sending, clear, run };
}
