import type { FailureReason, Language } from '../base/index.ts';
import { layOut, type MailTexts, type Paragraph } from './layout.ts';
import { mailableName } from './mailable-name.ts';
import type {
  AddressFacts,
  BackupFacts,
  DamageFacts,
  Explanation,
  Letter,
  RecentFailure,
  RestoredFacts,
  SignInFacts,
  TestFacts,
  TryFacts,
  WebhookTrouble,
  Wording,
} from './wording.ts';
import { EN } from './wording-en.ts';
import { RU } from './wording-ru.ts';

const WORDINGS: Readonly<Record<Language, Wording>> = { en: EN, ru: RU };

const texts = (lines: readonly string[]): Paragraph[] => lines.map((text) => ({ kind: 'text', text }));
const commandsOf = ({ commands: lines }: Letter): Paragraph[] =>
  lines.length === 0 ? [] : [{ kind: 'commands', lines }];
const buttonTo = (text: string, url: string | null): Paragraph[] =>
  url === null ? [] : [{ kind: 'button', text, url }];

const mailOf = (
  { language }: Wording,
  { subject, heading }: Letter,
  { paragraphs, footer }: Pick<Parameters<typeof layOut>[0], 'paragraphs' | 'footer'>,
): MailTexts => layOut({ language, subject, heading, paragraphs, footer });

/**
 * Returns the mail to send after the fourth failed attempt to deliver an event. Later attempts may still deliver the
 * event (contract, section 5).
 */
export const webhookWarning = (language: Language, trouble: WebhookTrouble): MailTexts => {
  const wording = WORDINGS[language];
  return troubleMail(wording, trouble, wording.warning(trouble));
};

export const webhookSuspended = (language: Language, trouble: WebhookTrouble): MailTexts => {
  const wording = WORDINGS[language];
  return troubleMail(wording, trouble, wording.suspended(trouble));
};

export function testMail(language: Language, facts: TestFacts): MailTexts {
  const wording = WORDINGS[language];
  return plainMail(wording, wording.test(facts), { footer: wording.footer(facts.workspaceName) });
}

export function fileDamaged(language: Language, facts: DamageFacts, kind: 'damaged' | 'unsynced'): MailTexts {
  const wording = WORDINGS[language];
  return plainMail(wording, wording[kind](facts), { footer: wording.memberFooter });
}

interface InvitationMail {
  /** The workspace's name as its owners chose it, which may look like a link. */
  readonly workspaceName: string;
  /** The inviter's own name; null if they have none. A stranger must not see the inviter's address instead. */
  readonly invitedBy: string | null;
  readonly email: string;
  readonly url: string;
}

/** Returns the invitation mail. Anybody may receive one, so it must not contain a name that looks like a link. */
export const memberInvited = (language: Language, facts: InvitationMail): MailTexts => {
  const wording = WORDINGS[language];
  const { workspaceName, invitedBy, email, url } = facts;
  const names = { workspaceName: mailableName(workspaceName), invitedBy: mailableName(invitedBy) };
  const button = buttonTo(wording.openInvitation, url);
  return plainMail(wording, wording.invited({ ...names, email }), { footer: wording.invitedFooter, button });
};

export const addressProof = (language: Language, facts: AddressFacts): MailTexts => {
  const wording = WORDINGS[language];
  return memberMail(wording, wording.address(facts), buttonTo(wording.confirmAddress, facts.url));
};

export const forgottenPassword = (language: Language, facts: AddressFacts): MailTexts => {
  const wording = WORDINGS[language];
  return memberMail(wording, wording.forgotten(facts), buttonTo(wording.choosePassword, facts.url));
};

/** Cleans the name of the browser or program. A program names itself, so its name may look like a link. */
const cleaned = <Facts extends TryFacts>(facts: Facts): Facts => ({
  ...facts,
  device: mailableName(facts.device) ?? null,
});

export const newSignIn = (language: Language, facts: SignInFacts): MailTexts =>
  memberMail(WORDINGS[language], WORDINGS[language].signedIn(cleaned(facts)));

/**
 * Returns the mail to send after a sign-in attempt with the correct password and a wrong code. Somebody else may have
 * the password.
 */
export const wrongCodeGiven = (language: Language, facts: TryFacts): MailTexts =>
  memberMail(WORDINGS[language], WORDINGS[language].wrongCode(cleaned(facts)));

export function backupMail(language: Language, news: 'failed' | 'works', facts: BackupFacts): MailTexts {
  const wording = WORDINGS[language];
  const letter = news === 'failed' ? wording.backupFailed(facts) : wording.backupWorks(facts);
  const button = buttonTo(wording.openBackups, facts.dashboardUrl);
  const paragraphs = [...texts([...letter.before, ...letter.after]), ...commandsOf(letter), ...button];
  return mailOf(wording, letter, { paragraphs, footer: wording.footer(facts.workspaceName) });
}

export function restoredMail(language: Language, facts: RestoredFacts): MailTexts {
  const wording = WORDINGS[language];
  return plainMail(wording, wording.restored(facts), { footer: wording.footer(facts.workspaceName) });
}

const memberMail = (wording: Wording, letter: Letter, button?: readonly Paragraph[]): MailTexts =>
  plainMail(wording, letter, { footer: wording.memberFooter, button });

interface MailFrame {
  readonly footer: string;
  readonly button?: readonly Paragraph[] | undefined;
}

function plainMail(wording: Wording, letter: Letter, { footer, button = [] }: MailFrame): MailTexts {
  const paragraphs = [...texts(letter.before), ...commandsOf(letter), ...button, ...texts(letter.after)];
  return mailOf(wording, letter, { paragraphs, footer });
}

export const reasonInWords = (language: Language, reason: FailureReason, httpCode: number | null): Explanation =>
  explain(WORDINGS[language], { reason, httpCode });

/** An HTTP status from 300 on determines the advice, even if the answer was cut off. */
function explain(wording: Wording, { reason, httpCode }: Pick<RecentFailure, 'reason' | 'httpCode'>): Explanation {
  const explanation = wording.explain(reason, httpCode);
  if (httpCode === null || httpCode < 300) return explanation;
  return { ...explanation, next: wording.explain(httpCode < 400 ? 'redirect' : 'status', httpCode).next };
}

function troubleMail(wording: Wording, trouble: WebhookTrouble, letter: Letter): MailTexts {
  const [newest] = trouble.failures;
  const explained = (failure: RecentFailure): Explanation => explain(wording, failure);
  const paragraphs = texts(letter.before);
  if (newest !== undefined) {
    const { what, next } = explained(newest);
    paragraphs.push(
      { kind: 'title', text: wording.whatToDo },
      { kind: 'text', text: `${what.charAt(0).toUpperCase()}${what.slice(1)}. ${next}` },
      { kind: 'title', text: wording.lastFailures },
      { kind: 'list', items: trouble.failures.map((failure) => wording.failureLine(failure, explained(failure).what)) },
    );
  }
  paragraphs.push(...texts(letter.after), ...commandsOf(letter), ...buttonTo(wording.open, trouble.dashboardUrl));
  return mailOf(wording, letter, { paragraphs, footer: wording.footer(trouble.workspaceName) });
}
