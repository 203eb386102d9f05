import { useState } from 'preact/hooks';
import { ask } from '../../data/api.ts';
import { fieldsOf } from '../../data/fields-of.ts';
import { mayChange } from '../../data/me.ts';
import { Actor } from '../../parts/actor.tsx';
import { Earlier } from '../../parts/earlier.tsx';
import { GuardedForm } from '../../parts/guarded-form.tsx';
import { type InquiryData, inquiriesOf, stageName } from '../../parts/inquiries.ts';
import { OrderLink } from '../../parts/order-link.tsx';
import { AreaField } from '../../ui/field.tsx';
import { useForm } from '../../ui/form.tsx';
import { FormActions } from '../../ui/form-actions.tsx';
import { ago, moment } from '../../ui/format.ts';
import { say } from '../../ui/toast.tsx';
import { words } from '../../words/words.ts';

type Step = InquiryData['history'][number];

const Who = ({ step }: { readonly step: Step }) => (
  <>
    <time title={moment(step.at)}>{ago(step.at)}</time>
    {/* The heading of the page already names the source of the inquiry, so the source is not repeated here. */}
    {(step.kind !== 'created' || step.actorType !== 'key') && (
      <>
        {' · '}
        <Actor of={step} />
      </>
    )}
  </>
);

export function Notes({ inquiry, changed }: { readonly inquiry: InquiryData; readonly changed: () => void }) {
  const [text, setText] = useState('');
  const w = words.value.inquiries;
  const notes = inquiry.history.filter(({ kind }) => kind === 'noted').toReversed();
  const form = useForm(async () => {
    await ask(inquiriesOf()({ id: inquiry.id }).notes.post({ text }));
    setText('');
    say(w.noteAdded);
    changed();
  });
  return (
    <section class="box inquiries-notes">
      <h2>{words.value.orderPage.additionalTitle}</h2>
      {mayChange() && (
        <GuardedForm of={form}>
          <AreaField
            name="text"
            label={w.newNote}
            hint={w.noteHint}
            rows={3}
            maxLength={4_000}
            value={text}
            onInput={({ currentTarget }) => setText(currentTarget.value)}
          />
          <FormActions action={w.addNote} disabled={text.trim() === ''} />
        </GuardedForm>
      )}
      {notes.length === 0 && inquiry.earlier === 0 && <p class="meta">{w.noNotes}</p>}
      <ul class="entries">
        {notes.map((step) => (
          <li key={`${step.at} ${step.requestId}`}>
            <p class="inquiries-text">{step.note}</p>
            <p class="meta">
              <Who step={step} />
            </p>
          </li>
        ))}
      </ul>
      <Earlier steps={inquiry.earlier} />
    </section>
  );
}

export function InquiryHistory({ inquiry }: { readonly inquiry: InquiryData }) {
  const w = words.value.inquiries;
  return (
    <section class="box timeline">
      <h2>{words.value.orderPage.timeline}</h2>
      <ol class="plain">
        {inquiry.history.toReversed().map((step, at) => (
          <li key={inquiry.earlier + inquiry.history.length - at}>
            <p class="line">
              <strong>{w.kinds[step.kind]}</strong>
              <Details step={step} />
            </p>
            <p class="meta">
              <Who step={step} />
            </p>
          </li>
        ))}
      </ol>
      <Earlier steps={inquiry.earlier} />
    </section>
  );
}

function Details({ step }: { readonly step: Step }) {
  const stage = step.changes?.['stage'];
  if (stage !== undefined) {
    return (
      <span>
        {nameIn(stage.from)} → {nameIn(stage.to)}
      </span>
    );
  }
  const order = fieldsOf(step.changes?.['order']?.to);
  return typeof order['id'] === 'string' && <OrderLink of={{ id: order['id'], num: String(order['num']) }} />;
}

const nameIn = (value: unknown): string => {
  const { id, name } = fieldsOf(value);
  return stageName({ id: String(id), name: String(name) });
};
