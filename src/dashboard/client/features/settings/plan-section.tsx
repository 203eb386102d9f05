import { useState } from 'preact/hooks';
import { ask } from '../../data/api.ts';
import { refreshMe, workspace } from '../../data/me.ts';
import { Chip } from '../../ui/chip.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { pageWords } from '../../words/settings-pages.ts';
import { effectOfPlan } from './effect.ts';
import { type Settings, settingsOf } from './workspace-data.ts';

const PLANS = ['free', 'pro', 'business'] as const;
type Plan = (typeof PLANS)[number];

export function PlanSection({ settings }: { readonly settings: Settings }) {
  const [chosen, setChosen] = useState<Plan>();
  const current = workspace.value;
  const w = pageWords.value.workspace;
  return (
    <section aria-labelledby="plan-title">
      <h2 id="plan-title">{w.plan}</h2>
      <ul class="settings-switches">
        {PLANS.map((plan) => (
          <li key={plan}>
            <div>
              <h3>
                {w.plans[plan].name} {plan === current?.plan && <Chip tone="good">{w.current}</Chip>}
              </h3>
              <p class="meta">{w.plans[plan].opens}</p>
            </div>
            {plan !== current?.plan && (
              <button type="button" onClick={() => setChosen(plan)}>
                {w.choose(w.plans[plan].name)}
              </button>
            )}
          </li>
        ))}
      </ul>
      {chosen !== undefined && (
        <FormDialog
          title={w.changeTitle(w.plans[chosen].name)}
          effects={current === undefined ? [] : effectOfPlan(settings, current, chosen)}
          action={w.choose(w.plans[chosen].name)}
          danger={chosen === 'free'}
          send={() => ask(settingsOf().plan.post({ plan: chosen })).then(refreshMe)}
          onClose={() => setChosen(undefined)}
        />
      )}
    </section>
  );
}
