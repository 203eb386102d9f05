import { Fragment } from 'preact';

/** An address of a server or a mailbox. A long one breaks after a slash, an @ or a dot, not within a word. */
export const Breakable = ({ text }: { readonly text: string }) => (
  <Parts of={text.split(/(?<=\/)(?=[^/])|(?<=[@.])/)} />
);

/**
 * A word longer than any real one. With joined or stacked letters, a browser takes seconds to break 10,000 of them into
 * lines.
 */
const ENDLESS = /[^ \t\n]{200}/u;

/** A text from any sender. If one of its words is longer than any real one, it may break after every 32 characters. */
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
