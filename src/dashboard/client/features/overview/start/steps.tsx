import { ask } from '../../../data/api.ts';
import { ownsInstallation } from '../../../data/me.ts';
import { ordersOf } from '../../../parts/orders.ts';
import { ActButton } from '../../../ui/act-button.tsx';
import { localClock } from '../../../ui/format.ts';
import { Problem } from '../../../ui/problem/problem.tsx';
import { useSending } from '../../../ui/sending.ts';
import { stepWords } from '../../../words/start-steps.ts';
import { words } from '../../../words/words.ts';
import { Card } from './card.tsx';
import type { CardName, CardState } from './facts.ts';

export interface StepsProps {
  readonly steps: readonly CardName[];
  readonly states: Readonly<Record<CardName, CardState>>;
  readonly putAway: (name: CardName) => (isAway: boolean) => void;
  readonly changed: () => void;
}

export function Steps({ steps, states, putAway, changed }: StepsProps) {
  const w = stepWords.value;
  const nth = (name: CardName): number => steps.indexOf(name) + 1;
  return (
    <ol class="start-steps">
      <Card title={w.orderTitle} what={w.orderWhat} state={states.order} number={nth('order')}>
        <a class={states.order === 'done' ? 'button' : 'button main'} href="/app/orders/new">
          {words.value.orders.newOrder}
        </a>
      </Card>
      <Card title={w.productsTitle} what={w.productsWhat} state={states.products} number={nth('products')}>
        <Later name="products" states={states} putAway={putAway} to="/app/stock" text={w.productsAdd} />
      </Card>
      <Card title={w.peopleTitle} what={w.peopleWhat} state={states.people} number={nth('people')}>
        <Later name="people" states={states} putAway={putAway} to="/app/settings/people" text={w.peopleAdd} />
      </Card>
      {steps.includes('samples') && (
        <SamplesCard
          number={nth('samples')}
          state={states.samples}
          made={() => {
            putAway('samples')(true);
            changed();
          }}
        />
      )}
      {ownsInstallation() && (
        <>
          <Card
            title={w.mailTitle}
            what={states.mail === 'done' ? w.mailOn : w.mailWhat}
            state={states.mail}
            number={nth('mail')}
          >
            <Later
              name="mail"
              states={states}
              putAway={putAway}
              to="/app/settings/mail"
              text={states.mail === 'done' ? w.tryMail : words.value.overview.setMail}
            />
          </Card>
          <Card title={w.backupTitle} what={w.backupWhat} state={states.backup} number={nth('backup')}>
            <a class="button" href="/app/settings/backups">
              {w.seeBackups}
            </a>
            <button type="button" class="quiet" onClick={() => putAway('backup')(states.backup !== 'done')}>
              {states.backup === 'done' ? w.takeUp : w.backupDone}
            </button>
          </Card>
        </>
      )}
    </ol>
  );
}

interface LaterProps extends Pick<StepsProps, 'states' | 'putAway'> {
  readonly name: CardName;
  readonly to: string;
  readonly text: string;
}

function Later({ name, states, putAway, to, text }: LaterProps) {
  const w = stepWords.value;
  const state = states[name];
  return (
    <>
      <a class="button" href={to}>
        {text}
      </a>
      {state !== 'done' && (
        <button
          type="button"
          class="quiet"
          aria-label={`${state === 'later' ? w.takeUp : w.setAside}: ${text}`}
          onClick={() => putAway(name)(state !== 'later')}
        >
          {state === 'later' ? w.takeUp : w.setAside}
        </button>
      )}
    </>
  );
}

/** The hours until each sample is due. */
const SAMPLE_HOURS = [1, 3, 5];
const SLOT_HOURS = 2;
/**
 * For each sample order, the latest hour at which its time slot may begin. These hours are `SLOT_HOURS` apart, so the
 * slots never overlap.
 */
const LAST_HOURS = [17, 19, 21];

const clock = (hour: number): string => `${String(hour).padStart(2, '0')}:00`;

interface SamplesProps {
  readonly number: number;
  readonly state: CardState;
  readonly made: () => void;
}

function SamplesCard({ number, state, made }: SamplesProps) {
  const sending = useSending();
  const w = stepWords.value;
  const make = async (): Promise<void> => {
    const now = localClock(new Date());
    const hour = Number(now.slice(11, 13));
    for (const [at, sample] of w.sampleOrders.entries()) {
      const begins = Math.min(hour + (SAMPLE_HOURS[at] ?? 1), LAST_HOURS[at] ?? 0);
      const slot = { timeStart: clock(begins), timeEnd: clock(begins + SLOT_HOURS) };
      await ask(
        ordersOf().post({
          date: now.slice(0, 10),
          ...slot,
          client: { name: sample.client, phone: sample.phone },
          products: [{ name: sample.product, quantity: sample.quantity, price: sample.price }],
          additional: { managerComment: w.sampleNote },
        }),
      );
    }
    made();
  };
  return (
    <Card title={w.samplesTitle} what={w.samplesWhat} state={state} number={number}>
      {state !== 'done' && (
        <ActButton sending={sending} act={make}>
          {w.samplesAdd}
        </ActButton>
      )}
      <Problem error={sending.error} />
    </Card>
  );
}
