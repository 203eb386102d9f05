import { useState } from 'preact/hooks';
import { ask } from '../../data/api.ts';
import { wrongField } from '../../data/wrong-field.ts';
import { type Key, keysOf, type MadeKey, PRESETS, SCOPES, type Scope } from '../../parts/keys.ts';
import { slugFrom } from '../../parts/slug-from.ts';
import { Choices, TextField } from '../../ui/field.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { formatTime } from '../../ui/format.ts';
import { useMended } from '../../ui/use-mended.ts';
import { words } from '../../words/words.ts';

const CHOICES = ['website', 'readOnly', 'custom', 'everything'] as const;
type Choice = (typeof CHOICES)[number];

function scopesOf(choice: Choice, form: FormData): Scope[] {
  if (choice !== 'custom') return [...PRESETS[choice]];
  const chosen = form.getAll('scope');
  return SCOPES.filter((scope) => chosen.includes(scope));
}

interface DialogProps {
  readonly onClose: () => void;
  readonly done: (made?: MadeKey) => void;
}

export function NewKeyDialog({ onClose, done }: DialogProps) {
  const [choice, setChoice] = useState<Choice>('website');
  const w = words.value.apiKeys;
  return (
    <FormDialog
      title={w.newKey}
      action={w.create}
      send={(text, form) => {
        const scopes = scopesOf(choice, new FormData(form));
        if (scopes.length === 0) throw wrongField('scopes', w.chooseOne);
        return ask(keysOf().post({ name: text('name'), source: text('source'), scopes }));
      }}
      done={({ key }) => done({ secret: key })}
      onClose={onClose}
    >
      <NameAndSource />
      <Choices name="preset" label={w.mayDo}>
        {CHOICES.map((one) => (
          <label class="check" key={one}>
            <input type="radio" name="preset" value={one} checked={choice === one} onChange={() => setChoice(one)} />{' '}
            {one === 'custom' ? w.custom : w.presets[one]}
          </label>
        ))}
      </Choices>
      {choice === 'custom' && (
        <Choices name="scopes" label={w.chooseScopes} class="keys-scopes">
          {SCOPES.map((scope) => (
            <label class="check" key={scope}>
              <input type="checkbox" name="scope" value={scope} /> {w.scopes[scope]} <code>{scope}</code>
            </label>
          ))}
        </Choices>
      )}
      {choice === 'everything' && (
        <p class="keys-warning" role="alert">
          {w.dangerous}
        </p>
      )}
    </FormDialog>
  );
}

function NameAndSource() {
  const [name, setName] = useState('');
  const [own, setOwn] = useState<string>();
  const w = words.value.apiKeys;
  const source = own ?? slugFrom(name);
  useMended('source', source);
  return (
    <>
      <TextField
        name="name"
        label={w.name}
        hint={w.nameHint}
        value={name}
        onInput={({ currentTarget }) => setName(currentTarget.value)}
        required
        maxLength={200}
        autofocus
      />
      <TextField
        name="source"
        label={w.source}
        hint={w.sourceHint}
        value={source}
        onInput={({ currentTarget }) => setOwn(currentTarget.value)}
        required
        spellcheck={false}
      />
    </>
  );
}

/** The hours for which the old key can keep working after the new one exists. */
const OVERLAPS = [24, 168, 0] as const;
type Overlap = (typeof OVERLAPS)[number];

interface KeyDialogProps extends DialogProps {
  readonly of: Key;
}

export function RotateDialog({ of: { id, name }, onClose, done }: KeyDialogProps) {
  const [overlapHours, setOverlap] = useState<Overlap>(24);
  const w = words.value.apiKeys;
  return (
    <FormDialog
      title={w.rotateTitle(name)}
      effects={[w.rotateWhat]}
      action={w.rotate}
      send={() => ask(keysOf()({ id }).rotate.post({ overlapHours }))}
      done={({ key, previousValidUntil }) =>
        done({ secret: key, note: overlapHours === 0 ? w.rotatedNow : w.rotated(formatTime(previousValidUntil)) })
      }
      onClose={onClose}
    >
      <Choices name="overlapHours" label={w.overlap}>
        {OVERLAPS.map((hours) => (
          <label class="check" key={hours}>
            <input type="radio" name="overlap" checked={overlapHours === hours} onChange={() => setOverlap(hours)} />{' '}
            {w.overlaps[hours]}
          </label>
        ))}
      </Choices>
    </FormDialog>
  );
}

/** The reader must type the key's name, because revoking a key by accident would cut off the shop's website. */
export function RevokeDialog({ of: { id, name }, onClose, done }: KeyDialogProps) {
  const w = words.value.apiKeys;
  return (
    <FormDialog
      title={w.revokeTitle(name)}
      effects={[w.revokeWhat]}
      confirm={{ label: w.typeName(name), word: name }}
      action={w.revoke}
      danger
      send={() => ask(keysOf()({ id }).revoke.post({}))}
      done={() => done()}
      onClose={onClose}
    />
  );
}
