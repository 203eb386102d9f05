import { useState } from 'preact/hooks';
import { ask } from '../../data/api.ts';
import { me } from '../../data/me.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { EffectDialog } from '../../ui/effect-dialog.tsx';
import { ChoiceField, TextField } from '../../ui/field.tsx';
import { Form, useForm } from '../../ui/form.tsx';
import { FormActions } from '../../ui/form-actions.tsx';
import { language } from '../../words/language.ts';
import { pageWords } from '../../words/settings-pages.ts';
import { nameOf, type Person, peopleOf, type Role, type Told } from './people-data.ts';
import { RoleChoice } from './role-choice.tsx';

interface InviteProps {
  /** Where the link would lead, when no other computer can open that. */
  readonly onlyHere: string | null;
  readonly onClose: () => void;
  readonly done: (told: Told) => void;
}

/** How the invitation reaches its reader. */
function wayOf(): string {
  const w = pageWords.value.people;
  const { mail, mailsLinks } = me.value?.installation ?? {};
  if (mailsLinks === true) return w.byMail;
  return mail === true ? w.byHandNoAddress : w.byHand;
}

/** Said before anything is sent: a link that nobody can open spends the invitation's days. */
const OnlyHere = ({ at }: { readonly at: string | null }) =>
  at === null ? null : <p class="note">{pageWords.value.people.onlyHere(at)}</p>;

export function InviteDialog({ onlyHere, onClose, done }: InviteProps) {
  const [role, setRole] = useState<Role>('manager');
  const form = useForm(async (text) => {
    const email = text('email').trim();
    const body = { email, role, language: text('language') === 'ru' ? 'ru' : 'en' } as const;
    done({ email, ...(await ask(peopleOf().post(body))) });
  });
  const w = pageWords.value.people;
  const mail = me.value?.installation.mailsLinks === true;
  return (
    <Dialog title={w.inviteTitle} onClose={onClose}>
      <Form of={form}>
        <TextField name="email" label={w.email} type="email" required maxLength={254} autocomplete="off" autofocus />
        <RoleChoice chosen={role} choose={setRole} />
        <ChoiceField name="language" label={w.language} hint={w.languageWhat}>
          <option value="en" selected={language.value === 'en'}>
            English
          </option>
          <option value="ru" selected={language.value === 'ru'}>
            Русский
          </option>
        </ChoiceField>
        <p class="meta">{wayOf()}</p>
        <OnlyHere at={onlyHere} />
        <FormActions action={mail ? w.send : w.makeLink} onClose={onClose} />
      </Form>
    </Dialog>
  );
}

/** For who has lost the first invitation. */
export function AgainDialog({ it, onlyHere, onClose, done }: InviteProps & { readonly it: Person }) {
  const w = pageWords.value.people;
  const mail = me.value?.installation.mailsLinks === true;
  return (
    <EffectDialog
      title={w.againTitle(nameOf(it))}
      effects={[w.againWhat, wayOf(), ...(onlyHere === null ? [] : [w.onlyHere(onlyHere)])]}
      verb={mail ? w.send : w.makeLink}
      danger={false}
      act={async () => {
        done({ email: it.email, ...(await ask(peopleOf()({ id: it.id }).invite.post({}))) });
      }}
      onClose={onClose}
    />
  );
}

/** Cannot be closed by accident: the link is never shown again. */
export function LinkDialog({
  email,
  link,
  onClose,
}: {
  readonly email: string;
  readonly link: string;
  readonly onClose: () => void;
}) {
  const w = pageWords.value.people;
  return (
    <Dialog title={w.linkTitle} onClose={onClose} locked>
      <p>{w.linkWhat(email)}</p>
      <p class="secret">
        <code>{link}</code>
      </p>
      <div class="actions">
        <CopyButton text={link} />
        <button type="button" class="main" onClick={onClose}>
          {w.gaveIt}
        </button>
      </div>
    </Dialog>
  );
}
