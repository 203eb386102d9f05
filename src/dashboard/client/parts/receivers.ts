import guide from '../../../manual/receivers.md' with { type: 'text' };

/** A receiver of webhooks in one programming language, from the manual. */
interface Receiver {
  readonly language: string;
  readonly code: string;
  /** Commands that install its libraries, set its path and run it, in this order. */
  readonly commands: readonly string[];
}

/** Matches a heading, a line with commands in backticks, and the code. */
const SECTION = /^## (.+)\n\n(.+)\n\n```\w+\n([\s\S]*?)\n```/gm;

/** The receivers from the manual, which a test runs one by one: there is no other copy of them. */
export const RECEIVERS: readonly Receiver[] = [...guide.matchAll(SECTION)].map(
  ([, language = '', how = '', code = '']) => ({
    language,
    code,
    commands: [...how.matchAll(/`([^`]+)`/g)].map(([, command = '']) => command),
  }),
);
