import type { ComponentChildren } from 'preact';
import { callServer } from '../../../data/call-server.ts';
import type { Me } from '../../../data/me.ts';
import { isRefusal } from '../../../data/refusal.ts';
import { useAsked } from '../../../data/use-asked.ts';
import { NewPasswordField } from '../../../parts/new-password-field.tsx';
import { ActButton } from '../../../ui/act-button.tsx';
import { TextField } from '../../../ui/field.tsx';
import { Form } from '../../../ui/form.tsx';
import { Trouble } from '../../../ui/guest-parts.tsx';
import { leave } from '../../../ui/leave.ts';
import { useSending } from '../../../ui/sending.ts';
import { useTitle } from '../../../ui/use-title.ts';
import { guestWords } from '../../../words/guest-words.ts';
import { setupWords } from '../../../words/setup-words.ts';
import { SignInForm } from '../sign-in/sign-in-form.tsx';
import { type AboutLink, type InvitationAbout, joinWords, type LinkProps } from './about-link.ts';
import { CommandLine } from './command-line.tsx';
import { type GoodLink, LinkPage, useLinkForm } from './link-page.tsx';

/** Shows the page that a personal link opens: for a new password, an invitation or confirming an address. */
export function ResetPage() {
  const w = setupWords.value;
  return (
    <LinkPage<AboutLink>
      purpose="reset"
      title={w.resetTitle}
      noLink={w.resetNoLink}
      form={(link) => <ByWay {...link} />}
    />
  );
}

function ByWay(link: LinkProps) {
  switch (link.about.way) {
    case 'new':
      return <NewForm {...link} />;
    case 'sign_in':
      return <JoinForm {...link} />;
    case 'take':
      return <TakeForm {...link} />;
    case 'unproved':
      return <Blocked email={link.about.email} />;
    case undefined:
      return <ResetForm {...link} />;
    default:
      return link.about.way satisfies never;
  }
}

function NewForm({ about, ...link }: LinkProps) {
  const w = joinWords.value;
  const { email, invitation } = about;
  return (
    <>
      {invitation != null && <Invited invitation={invitation} />}
      <p>
        {w.newHere} <strong>{email}</strong>
      </p>
      <PasswordForm {...link} email={email} read={(text) => ({ name: text('name') })} label={w.password} verb={w.join}>
        <TextField name="name" label={w.name} hint={w.nameHint} autocomplete="name" maxLength={200} autofocus />
      </PasswordForm>
    </>
  );
}

/**
 * Explains that nobody has confirmed the account that has the invited address. Only a visitor signed in to that account
 * sees the command that confirms the account; others may be strangers.
 */
function Blocked({ email }: { readonly email: string }) {
  const w = joinWords.value;
  const { data } = useAsked(async () => ({ me: await callServer<Me>('me') }), '');
  if (data === undefined) return <p class="loading">{guestWords.value.loading}</p>;
  const isTheirs = data.me?.person.email === email;
  return (
    <>
      <h1>{w.blockedTitle}</h1>
      <p>{w.blocked(email)}</p>
      <p>{isTheirs ? w.blockedNext : w.blockedElse}</p>
      <p class="secret">
        <CommandLine text={`docket owner ${isTheirs ? 'vouch' : 'reset-password'} --email ${email}`} />
      </p>
    </>
  );
}

function ResetForm({ about, ...link }: LinkProps) {
  const w = setupWords.value;
  const { email, passkeys = 0 } = about;
  return (
    <>
      <h1>{w.resetTitle}</h1>
      <p class="lead">
        {w.resetFor} <strong>{email}</strong>
      </p>
      <PasswordForm {...link} email={email} label={w.newPassword} verb={w.resetSubmit} />
      <p class="meta">
        {w.resetNote} {passkeys > 0 && w.resetPasskeys}
      </p>
    </>
  );
}

/**
 * The form for a person whose e-mail address belongs to an account that was never confirmed. The account becomes
 * theirs.
 */
function TakeForm({ about, ...link }: LinkProps) {
  const w = joinWords.value;
  const { email, invitation = null, belongs = [] } = about;
  const read = (text: (name: string) => string): object => ({ stay: text('stay') === 'yes' });
  return (
    <>
      {invitation === null ? <h1>{w.confirmTitle}</h1> : <Invited invitation={invitation} />}
      <p>
        <strong>{email}</strong>. {w.takeWhat}
      </p>
      <PasswordForm {...link} email={email} read={read} label={setupWords.value.newPassword} verb={w.takeSubmit}>
        {belongs.length > 0 && (
          <fieldset>
            <legend>{w.belong(belongs.map(w.quoted).join(', '))}</legend>
            <label class="check">
              <input type="radio" name="stay" value="yes" required /> {w.stay}
            </label>
            <label class="check">
              <input type="radio" name="stay" value="no" required /> {w.leave}
            </label>
          </fieldset>
        )}
      </PasswordForm>
    </>
  );
}

interface PasswordFormProps extends GoodLink {
  readonly email: string;
  readonly label: string;
  readonly verb: string;
  readonly read?: (text: (name: string) => string) => object;
  readonly children?: ComponentChildren;
}

/** Setting the password signs the person in. */
function PasswordForm({ token, email, refuse, label, verb, read, children }: PasswordFormProps) {
  const form = useLinkForm({ token, refuse }, 'reset', (text) => ({
    password: text('password'),
    ...read?.(text),
  }));
  return (
    <Form of={form}>
      {/* Password managers need this field, because they store a password with its user name. */}
      <input type="hidden" name="username" autocomplete="username" value={email} />
      {children}
      <NewPasswordField name="password" label={label} />
      {form.whole !== undefined && <Trouble error={form.whole} />}
      <button type="submit" class="main wide">
        {verb}
      </button>
    </Form>
  );
}

function JoinForm({ token, about, refuse }: LinkProps) {
  const { data, error, reload } = useAsked(async () => ({ me: await callServer<Me>('me') }), '');
  const me = data?.me;
  const sending = useSending();
  const join = async (): Promise<void> => {
    try {
      const { workspaceId } = await callServer<{ readonly workspaceId: string }>('join', { token });
      await leave(() => location.replace(`/app?workspace=${workspaceId}`));
    } catch (problem) {
      if (isRefusal(problem, 'not_found')) return refuse(problem);
      throw problem;
    }
  };
  const w = joinWords.value;
  const other = me != null && me.person.email !== about.email ? me.person.email : undefined;
  return (
    <>
      {about.invitation != null && <Invited invitation={about.invitation} />}
      {error !== undefined && <Trouble error={error} retry={reload} />}
      {sending.error !== undefined && <Trouble error={sending.error} />}
      {me === undefined && error === undefined && <p class="loading">{guestWords.value.loading}</p>}
      {me === null && (
        <>
          <p>{w.haveAccount}</p>
          <SignInForm email={about.email} signedIn={join} />
        </>
      )}
      {me != null && other === undefined && (
        <>
          <p>
            {w.signedIn} <strong>{me.person.email}</strong>
          </p>
          <ActButton class="main wide" sending={sending} act={join}>
            {w.join}
          </ActButton>
        </>
      )}
      {other !== undefined && (
        <>
          <p>{w.otherPerson(other, about.email)}</p>
          <ActButton class="wide" sending={sending} act={() => callServer('sign-out', {}).then(reload)}>
            {w.signOut}
          </ActButton>
        </>
      )}
    </>
  );
}

function Invited({ invitation }: { readonly invitation: InvitationAbout }) {
  const w = joinWords.value;
  const title = w.title(invitation.workspace);
  useTitle(title);
  return (
    <>
      <h1>{title}</h1>
      <p class="lead">
        {w.invites(invitation.invitedBy, invitation.workspace)} {w.role(w.roles[invitation.role])}
      </p>
    </>
  );
}
