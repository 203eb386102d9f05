import guide from '../../../manual/receivers.md' with { type: 'text' };

interface Receiver {
  readonly language: string;
  readonly code: string;
  /**
   * The commands that install the code's libraries and then run the code. For PHP, the list also has an entry that is
   * not a command: the path where the code must be saved.
   */
  readonly commands: readonly string[];
}

/** Matches a heading, a line with commands in backticks, and the code. */
const SECTION = /^## (.+)\n\n(.+)\n\n```\w+\n([\s\S]*?)\n```/gm;

/** The sample webhook receivers, parsed from the manual, so that the code shown is the code tested. */
export const RECEIVERS: readonly Receiver[] = [...guide.matchAll(SECTION)].map(
  ([, language = '', how = '', code = '']) => ({
    language,
    code,
    commands: [...how.matchAll(/`([^`]+)`/g)].map(([, command = '']) => command),
  }),
);
