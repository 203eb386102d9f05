import { guestWords } from '../../../words/guest-words.ts';
import { setupWords } from '../../../words/setup-words.ts';
import { Forgotten } from '../sign-in/forgotten.tsx';
import { CommandLine } from './command-line.tsx';

export interface NoLinkProps {
  readonly title: string;
  readonly what: string;
  /** The command that prints a new link. It is left out if the page offers a new password instead. */
  readonly command?: string;
  /** True if nobody can sign in yet. */
  readonly nobody?: true;
}

export function NoLink({ title, what, command, nobody }: NoLinkProps) {
  return (
    <>
      <h1>{title}</h1>
      <p>{what}</p>
      {command === undefined ? (
        <Forgotten email="" />
      ) : (
        <p class="secret">
          <CommandLine text={command} />
        </p>
      )}
      {nobody !== true && (
        <>
          {command !== undefined && <p class="meta">{setupWords.value.setUpAlready}</p>}
          <div class="actions">
            <a class="button wide" href="/app">
              {guestWords.value.signIn}
            </a>
          </div>
        </>
      )}
    </>
  );
}
