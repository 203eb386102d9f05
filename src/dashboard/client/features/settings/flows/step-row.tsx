import { ChevronDown, GripVertical } from 'lucide';
import { useEffect, useRef, useState } from 'preact/hooks';
import { ask } from '../../../data/api.ts';
import { type FlowName, flowOf, GROUPS, INITIAL_STATUS, type Step } from '../../../parts/flows.ts';
import { ChoiceMenu } from '../../../ui/choice-menu.tsx';
import { plural } from '../../../ui/format.ts';
import { Icon } from '../../../ui/icon.tsx';
import { Problem } from '../../../ui/problem/problem.tsx';
import { useSendings } from '../../../ui/sending.ts';
import { say } from '../../../ui/toast.tsx';
import { words } from '../../../words/words.ts';
import { ToneMenu } from './tone-menu.tsx';

type Patch = Partial<Pick<Step, 'name' | 'tone' | 'group' | 'active' | 'writesOffStock'>>;

interface RowProps {
  readonly flow: FlowName;
  readonly step: Step;
  /**
   * Set while a row is dragged: `held` for the dragged row; `above` or `below` for the row beside which the dragged row
   * would land.
   */
  readonly drag: 'held' | 'above' | 'below' | undefined;
  readonly carry: (by: -1 | 1) => void;
  readonly changed: () => void;
  /** Removes the step; undefined for the last remaining one. */
  readonly remove: (() => void) | undefined;
}

function useChanged({ flow, step: kept, changed }: Pick<RowProps, 'flow' | 'step' | 'changed'>) {
  const sendings = useSendings();
  /** The sent changes, shown until the server has answered all of them and the steps have been loaded again. */
  const [sent, setSent] = useState<Patch>({});
  const underWay = useRef(0);
  /**
   * The number of reloads since the last answer to a change. The first reload may bring old values, because it may have
   * begun before that answer. The second reload always brings the saved values.
   */
  const looks = useRef(0);
  useEffect(() => {
    if (underWay.current > 0) return;
    looks.current += 1;
    const isThere = Object.entries(sent).every(([field, value]) => kept[field as keyof Patch] === value);
    if (isThere || looks.current > 1) setSent({});
  }, [kept]);
  const send = (patch: Patch): Promise<void> => {
    underWay.current += 1;
    return ask(flowOf(flow)({ id: kept.id }).update.post(patch))
      .then(() => say(words.value.saved))
      .catch((error: unknown) => {
        setSent({});
        throw error;
      })
      .finally(() => {
        underWay.current -= 1;
        looks.current = 0;
        changed();
      });
  };
  // Each change is sent separately, so that none waits for another and none is lost.
  const change = (patch: Patch): void => {
    setSent((before) => ({ ...before, ...patch }));
    sendings.of(JSON.stringify(patch)).begin(() => send(patch));
  };
  return { step: { ...kept, ...sent }, change, error: sendings.error };
}

export function StepRow({ drag, carry, remove, ...of }: RowProps) {
  const { flow } = of;
  const [isOpen, setIsOpen] = useState(false);
  const { step, change, error } = useChanged(of);
  const w = words.value.flows;
  return (
    <li
      class={`flows-step${drag === undefined ? '' : ` flows-${drag}`}`}
      data-id={step.id}
      data-drop={step.id}
      aria-label={step.name}
    >
      <div class="flows-line">
        <button
          type="button"
          class="bare drag-handle"
          aria-label={w.carry(step.name)}
          onKeyDown={(event) => {
            if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
            event.preventDefault();
            carry(event.key === 'ArrowUp' ? -1 : 1);
          }}
        >
          <Icon of={GripVertical} />
        </button>
        <ToneMenu tone={step.tone} set={(tone) => change({ tone })} writes />
        <NameField name={step.name} set={(name) => change({ name })} />
        <ChoiceMenu
          label={w.group}
          writes
          value={step.group}
          groups={[GROUPS.map((group) => ({ value: group, text: w.groups[group] }))]}
          choose={(group) => change({ group })}
        />
        <span class="meta flows-count">
          {flow === 'orders' && step.count > 0 ? (
            <a href={`/app/orders?status=${encodeURIComponent(step.id)}`}>{plural(step.count, w.orders.count)}</a>
          ) : (
            plural(step.count, w[flow].count)
          )}
        </span>
        <span class="meta flows-marks">
          {!step.active && <strong>{w.off}</strong>} {step.writesOffStock && w.writesOff}
        </span>
        <button
          type="button"
          class="bare flows-more"
          aria-expanded={isOpen}
          aria-label={`${w.more}: ${step.name}`}
          onClick={() => setIsOpen(!isOpen)}
        >
          <Icon of={ChevronDown} />
        </button>
      </div>
      <Problem error={error} />
      {isOpen && <Details flow={flow} step={step} change={change} remove={remove} />}
    </li>
  );
}

function NameField({ name, set }: { readonly name: string; readonly set: (name: string) => void }) {
  /** The text being typed, which stays when the steps reload. */
  const [typed, setTyped] = useState<string>();
  return (
    <input
      type="text"
      class="flows-name"
      aria-label={words.value.flows.name}
      maxLength={60}
      value={typed ?? name}
      onInput={({ currentTarget }) => setTyped(currentTarget.value)}
      autocomplete="off"
      onKeyDown={({ key, currentTarget }) => {
        if (key === 'Escape') {
          currentTarget.value = name;
          setTyped(undefined);
        }
        if (key === 'Enter' || key === 'Escape') currentTarget.blur();
      }}
      onChange={({ currentTarget: { value } }) => {
        setTyped(undefined);
        if (value.trim() !== name) set(value);
      }}
    />
  );
}

type DetailsProps = Pick<RowProps, 'flow' | 'step' | 'remove'> & { readonly change: (patch: Patch) => void };

function Details({ flow, step, change, remove }: DetailsProps) {
  const w = words.value.flows;
  const isOrders = flow === 'orders';
  const isInitial = isOrders && step.id === INITIAL_STATUS;
  return (
    <div class="flows-details">
      <p class="meta">{w[flow].groupHint}</p>
      {isOrders && (
        <Switch
          name={w.writesOff}
          hint={w.writesOffHint}
          on={step.writesOffStock}
          set={(writesOffStock) => change({ writesOffStock })}
        />
      )}
      {isInitial && <p class="meta">{w.initial}</p>}
      {isOrders && !isInitial && (
        <Switch name={w.active} hint={w.activeHint} on={step.active} set={(active) => change({ active })} />
      )}
      {isOrders && (
        <p class="meta">
          {w.id} <code>{step.id}</code>. {w.idFixed}
        </p>
      )}
      {remove !== undefined && !isInitial && (step.count === 0 || !isOrders) && (
        <button type="button" class="quiet danger" aria-haspopup="dialog" onClick={remove}>
          {w.remove}
          <span class="unseen"> {step.name}</span>
        </button>
      )}
    </div>
  );
}

interface SwitchProps {
  readonly name: string;
  readonly hint: string;
  readonly on: boolean;
  readonly set: (on: boolean) => void;
}

const Switch = ({ name, hint, on, set }: SwitchProps) => (
  <label class="check">
    <input type="checkbox" data-writes checked={on} onChange={({ currentTarget }) => set(currentTarget.checked)} />{' '}
    {name}
    <span class="meta">{hint}</span>
  </label>
);
