import { ask } from '../../data/api.ts';
import { browsersKeep, refreshMe } from '../../data/me.ts';
import { pageWords } from '../../words/settings-pages.ts';
import { OnOffSection } from './on-off-section.tsx';
import { settingsOf } from './workspace-data.ts';

/** Switches whether browsers may keep orders and drafts. */
export function BrowsersSection() {
  const w = pageWords.value.workspace;
  const keep = browsersKeep();
  return (
    <OnOffSection
      title={w.browsers}
      lead={keep ? w.browsersOn : w.browsersOff}
      verb={keep ? w.browsersForbid : w.browsersAllow}
      effects={keep ? w.browsersForbidWhat : [w.browsersOn]}
      act={() => ask(settingsOf().plan.post({ browsersKeep: !keep })).then(refreshMe)}
    />
  );
}
