import { useState } from 'preact/hooks';
import { ask } from '../../data/api.ts';
import { refreshMe, workspace } from '../../data/me.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { pageWords } from '../../words/settings-pages.ts';
import { peopleOf } from './people-data.ts';

/** Whether everybody in the workspace needs a second factor. */
export function DemandSection() {
  const [isOpen, setIsOpen] = useState(false);
  const w = pageWords.value.people;
  const required = workspace.value?.secondFactorRequired === true;
  const verb = required ? w.demandEnd : w.demand;
  return (
    <section aria-labelledby="demand-title">
      <h2 id="demand-title">{w.demandTitle}</h2>
      <p class="lead">{required ? w.demandOn : w.demandOff}</p>
      <p class="actions start">
        <button type="button" onClick={() => setIsOpen(true)}>
          {verb}
        </button>
      </p>
      {isOpen && (
        <FormDialog
          title={verb}
          effects={required ? [w.demandOff] : [w.demandWhat, w.demandPasskey]}
          action={verb}
          send={() => ask(peopleOf()['second-factor'].post({ required: !required })).then(refreshMe)}
          onClose={() => setIsOpen(false)}
        />
      )}
    </section>
  );
}
