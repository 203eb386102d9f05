import { useEffect } from 'preact/hooks';
import { type KeptDay, keepDay } from '../data/kept-day.ts';
import { me, workspace } from '../data/me.ts';
import { keepShell } from '../data/offline-shell.ts';
import { subtle } from '../data/secure-context.ts';

export function useKeptDay(workspaceId: string, data: Pick<KeptDay, 'day' | 'orders'> | undefined): void {
  useEffect(() => {
    const [reader, place] = [me.peek(), workspace.peek()];
    // Nothing is kept if the reader has signed out meanwhile, or changed to another workspace.
    if (data === undefined || reader === null || reader === undefined || place?.id !== workspaceId) return;
    keepShell();
    const { id: person, language } = reader.person;
    const { name, timeZone } = place;
    const at = new Date().toISOString();
    void keepDay(
      { person, workspace: name, timeZone, language, day: data.day, at, orders: data.orders },
      { remembered: reader.session.remembered, subtle },
    );
  }, [data]);
}
