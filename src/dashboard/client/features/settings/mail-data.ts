import { ask } from '../../data/api.ts';
import { here } from '../../data/me.ts';

const mailOf = () => here().mail;

export const loadMail = () => ask(mailOf().get());

export type MailFacts = Awaited<ReturnType<typeof loadMail>>;
type SavedMail = NonNullable<MailFacts['saved']>;
export type Tls = SavedMail['tls'];

export interface Draft {
  readonly host: string;
  readonly port: number;
  readonly tls: Tls;
  readonly user: string;
  /** The password; empty to keep the saved one. */
  readonly password: string;
  readonly sender: string;
}

const body = ({ password, ...rest }: Draft) => (password === '' ? rest : { ...rest, password });

/** Sends a test mail; without a draft, it uses the settings in force. */
export const testMail = (draft?: Draft) => ask(mailOf().test.post(draft === undefined ? {} : { server: body(draft) }));
export const saveMail = (draft: Draft) => ask(mailOf().post(body(draft)));
export const removeMail = () => ask(mailOf().remove.post({}));

/** The outcome of a test mail: its receiver or, on failure, the step that failed. */
export type Outcome = Awaited<ReturnType<typeof testMail>>;
