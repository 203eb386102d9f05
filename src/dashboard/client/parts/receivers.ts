import guide from '../../../manual/receivers.md' with { type: 'text' };

interface Receiver {
  readonly language: string;
  readonly code: string;
  /**
   * The commands that install the libraries of the code and then run it. For PHP, the path for the code's file is also
   * in this list.
   */
  readonly commands: readonly string[];
}

/** Matches a heading, a line with commands in backticks, and the code. */
const SECTION = /^## (.+)\n\n(.+)\n\n```\w+\n([\s\S]*?)\n```/gm;

/** The receivers in the manual, which tests run. There is no other copy of their code. */
export const RECEIVERS: readonly Receiver[] = [...guide.matchAll(SECTION)].map(
  ([, language = '', how = '', code = '']) => ({
    language,
    code,
    commands: [...how.matchAll(/`([^`]+)`/g)].map(([, command = '']) => command),
  }),
);
