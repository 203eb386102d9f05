import type { Clock, Log, Mailer } from '../base/index.ts';
import { type DueMail, dueMails, isPrivate, type MailOutcome, nextMailAt, wordsOf } from '../mail/index.ts';
import type { Reader } from '../storage/index.ts';

interface MailPorts {
  readonly clock: Clock;
  readonly reader: Reader;
  /**
   * Returns the mailer; undefined if no mail server is set. It is called for each mail, because the settings may have
   * changed.
   */
  readonly mailer: () => Mailer | undefined;
  readonly log: Log;
  readonly settling: { mail(outcome: MailOutcome): void };
}

/** The limit on mails being sent at the same time, so that a slow mail server is not overloaded. */
const AT_ONCE = 4;
/** The time between two reads of the queue. The queue is read sooner if a mail is queued or becomes due. */
const LOOK_MS = 1_000;

/** Sends waiting mails. Mails do not share the limit on webhook attempts, so they delay no webhook. */
export class Mails {
  readonly #ports: MailPorts;
  readonly #inHand = new Set<number>();
  readonly #running = new Set<Promise<void>>();
  #nextLookMs = Number.NEGATIVE_INFINITY;

  constructor(ports: MailPorts) {
    this.#ports = ports;
  }

  /** Makes the next pass read the queue, because a mail was queued. */
  expect(): void {
    this.#nextLookMs = Number.NEGATIVE_INFINITY;
  }

  /** Begins to send the mails that are due. @returns milliseconds until another pass is needed */
  pass(): number {
    const { clock, reader } = this.#ports;
    const [nowMs, steadyMs] = [clock.now(), clock.monotonic()];
    if (steadyMs >= this.#nextLookMs && this.#running.size < AT_ONCE) {
      this.#nextLookMs = steadyMs + LOOK_MS;
      const due = dueMails(reader.db, nowMs, AT_ONCE + this.#inHand.size).filter(({ seq }) => !this.#inHand.has(seq));
      for (const mail of due.slice(0, AT_ONCE - this.#running.size)) this.#begin(mail);
      const nextAt = nextMailAt(reader.db);
      if (nextAt !== undefined && nextAt > nowMs)
        this.#nextLookMs = Math.min(this.#nextLookMs, steadyMs + nextAt - nowMs);
    }
    return Math.max(1, this.#nextLookMs - steadyMs);
  }

  settled(outcomes: readonly MailOutcome[]): void {
    for (const { seq } of outcomes) this.#inHand.delete(seq);
    if (outcomes.length > 0) this.expect();
  }

  async idle(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running);
  }

  #begin(mail: DueMail): void {
    // Reading the mailer may throw, so it comes before the mail is added to `#inHand`. A later pass can then try this
    // mail again.
    const mailer = this.#ports.mailer();
    this.#inHand.add(mail.seq);
    const over = this.#send(mail, mailer).then((outcome) => {
      this.#running.delete(over);
      this.#ports.settling.mail(outcome);
    });
    this.#running.add(over);
  }

  async #send(mail: DueMail, mailer: Mailer | undefined): Promise<MailOutcome> {
    const { seq, kind, id, recipient, subject, text, attempts, createdAt } = mail;
    const { clock, log, reader } = this.#ports;
    await reader.safe();
    const end = (result: MailOutcome['result'], error: string | null): MailOutcome => ({
      seq,
      attempts,
      createdAt,
      result,
      error,
      at: clock.now(),
    });
    if (mailer === undefined || recipient === '') {
      const told = isPrivate(kind) ? { kind } : { kind, subject, text };
      log.warn('no mail server is set, or there is nobody to write to; the owner should know this', told);
      return end('logged', null);
    }
    const words = wordsOf(mail, reader.secrets);
    if (words === undefined) return end('failed', 'link: the key that sealed it is not here');
    const result = await mailer.send({ to: recipient, subject, ...words, messageId: id });
    if (result.ok) return end('sent', null);
    log.warn('a mail could not be sent and is tried again', { kind, step: result.step, reason: result.reason });
    return end('failed', `${result.step}: ${result.reason}`);
  }
}
