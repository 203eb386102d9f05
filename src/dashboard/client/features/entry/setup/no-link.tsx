import { CommandLine } from '../../../ui/command-line.tsx';
import { guestWords } from '../../../words/guest-words.ts';
import { setupWords } from '../../../words/setup-words.ts';

interface NoLinkProps {
  readonly title: string;
  readonly what: string;
  readonly command: string;
  /** Nobody is there who could sign in. */
  readonly nobody?: true;
}

/** In place of a form that no good link leads to: what to do, by the exact command. */
export function NoLink({ title, what, command, nobody }: NoLinkProps) {
  return (
    <>
      <h1>{title}</h1>
      <p>{what}</p>
      <p class="secret">
        <CommandLine text={command} />
      </p>
      {nobody !== true && (
        <p class="meta">
          {command === setupWords.value.setupCommand && setupWords.value.setUpAlready}{' '}
          <a href="/app">{guestWords.value.signIn}</a>
        </p>
      )}
    </>
  );
}
