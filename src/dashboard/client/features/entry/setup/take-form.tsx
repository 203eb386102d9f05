import { setupWords } from '../../../words/setup-words.ts';
import { joinWords, type LinkProps } from './about-link.ts';
import { Invited } from './invited.tsx';
import { PasswordForm } from './password-form.tsx';

/**
 * The form for a person whose e-mail address belongs to an account that was never confirmed. The account becomes
 * theirs.
 */
export function TakeForm({ about, ...link }: LinkProps) {
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
