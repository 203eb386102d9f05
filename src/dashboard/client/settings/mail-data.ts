import { api, ask } from '../api.ts';
import { workspace } from '../state.ts';
import { pageWords } from './page-words.ts';

const mailOf = () => api.workspaces({ workspace: workspace.value?.id ?? '' }).mail;

export const loadMail = () => ask(mailOf().get());

export type MailFacts = Awaited<ReturnType<typeof loadMail>>;
export type Saved = NonNullable<MailFacts['saved']>;
export type Tls = Saved['tls'];

/** What the form holds. */
export interface Draft {
  readonly host: string;
  readonly port: number;
  readonly tls: Tls;
  readonly user: string;
  /** Empty: the saved one. */
  readonly password: string;
  readonly sender: string;
}

const body = ({ password, ...rest }: Draft) => (password === '' ? rest : { ...rest, password });

/** What is in force is tried without a draft. */
export const testMail = (draft?: Draft) => ask(mailOf().test.post(draft === undefined ? {} : { server: body(draft) }));
export const saveMail = (draft: Draft) => ask(mailOf().post(body(draft)));
export const removeMail = () => ask(mailOf().remove.post({}));

/** Of a mail that was tried: to whom, and at which step it failed. */
export type Outcome = Awaited<ReturnType<typeof testMail>>;

/** In the reader's words, by the rule that was broken. */
export function wordMailRule(rule: string | undefined): string | undefined {
  if (rule === undefined) return undefined;
  const rules: Readonly<Record<string, string>> = pageWords.value.mail.rules;
  return rules[rule] ?? rule;
}
