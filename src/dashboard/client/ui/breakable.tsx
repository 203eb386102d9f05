import { Fragment } from 'preact';

/** Shows an address of a server or a mailbox. A long one breaks after a slash, an @ or a dot, not within a word. */
export const Breakable = ({ text }: { readonly text: string }) => (
  <Parts of={text.split(/(?<=\/)(?=[^/])|(?<=[@.])/)} />
);

/**
 * Matches a word longer than any real one. A browser takes seconds to break 10,000 joined or stacked letters into
 * lines.
 */
const ENDLESS = /[^ \t\n]{200}/u;

export const SentText = ({ text }: { readonly text: string }) => (
  <Parts of={(ENDLESS.test(text) && text.match(/.{1,32}/gsu)) || [text]} />
);

const Parts = ({ of: parts }: { readonly of: readonly string[] }) => (
  <>
    {parts.map((part, at) => (
      <Fragment key={at}>
        {at > 0 && <wbr />}
        {part}
      </Fragment>
    ))}
  </>
);
