import { ask } from '../../data/api.ts';
import { refreshMe, workspace } from '../../data/me.ts';
import { pageWords } from '../../words/settings-pages.ts';
import { OnOffSection } from './on-off-section.tsx';
import { peopleOf } from './people-data.ts';

/** Switches whether everybody must use a second factor. */
export function DemandSection() {
  const w = pageWords.value.people;
  const required = workspace.value?.secondFactorRequired === true;
  return (
    <OnOffSection
      title={w.demandTitle}
      lead={required ? w.demandOn : w.demandOff}
      verb={required ? w.demandEnd : w.demand}
      effects={required ? [w.demandOff] : [w.demandWhat, w.demandPasskey]}
      act={() => ask(peopleOf()['second-factor'].post({ required: !required })).then(refreshMe)}
    />
  );
}
