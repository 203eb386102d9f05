import { expect, test } from 'bun:test';
import type { DestinationTrouble } from '../../src/base/index.ts';
import { FAILURE_REASONS } from '../../src/base/index.ts';
import { EN } from '../../src/dashboard/client/words/en/all.ts';
import { RU } from '../../src/dashboard/client/words/ru/all.ts';
import {
  backupMail,
  fileDamaged,
  memberInvited,
  newSignIn,
  reasonInWords,
  restoredMail,
  testMail,
  type WebhookTrouble,
  webhookSuspended,
  webhookWarning,
  wrongCodeGiven,
} from '../../src/mail/index.ts';
import { EVENT_TYPES } from '../../src/webhooks/index.ts';

const LANGUAGES = ['en', 'ru'] as const;
const FAILURE = {
  at: '13:05',
  type: 'order.created',
  order: 'A-17',
  attempt: 4,
  reason: 'status',
  httpCode: 503,
} as const;
const TROUBLE: WebhookTrouble = {
  workspaceName: 'Цветочная лавка',
  endpointId: '01910000-0000-7000-8000-000000000001',
  url: 'https://hooks.example.com/docket',
  name: 'hooks.example.com',
  failingSince: '20 May 2026, 12:30',
  failures: [FAILURE],
  waiting: 3,
  nextAttempt: '15:05',
  attempts: 3,
  retriedFor: '2 hours',
  dashboardUrl: 'https://orders.example.com/app/webhooks/1',
};
const LETTERS = LANGUAGES.flatMap((language) => [
  [language, 'warning', webhookWarning] as const,
  [language, 'suspension', webhookSuspended] as const,
]);

test.each(LETTERS)(
  'in %s the %s names the failure, its start, the last errors and the remedy',
  (language, _kind, write) => {
    const { subject, text, html } = write(language, TROUBLE);
    expect(subject).toContain('hooks.example.com');
    for (const form of [text, html]) {
      for (const part of [
        '20 May 2026, 12:30',
        '503',
        '13:05',
        '(A-17)',
        TROUBLE.dashboardUrl ?? '',
        'Цветочная лавка',
      ]) {
        expect(form.replaceAll(/\s+/g, ' ')).toContain(part);
      }
      expect(form).toContain(reasonInWords(language, 'status', 503).next.split(' ')[0] ?? '');
      expect(form).not.toMatch(/undefined|null|NaN|\[object/);
      // Cause and remedy come before the list.
      const { what, next } = reasonInWords(language, 'status', 503);
      const inLine = form.replaceAll(/\s+/g, ' ');
      expect(inLine.indexOf(`${what.slice(1)}. ${next}`)).toBeWithin(1, inLine.indexOf('(A-17)'));
    }
    expect(html).toContain(`<html lang="${language}">`);
    expect(Math.max(...text.split('\n').map((line) => line.length))).toBeLessThanOrEqual(80);
  },
);

test.each(LANGUAGES)('in %s a host name in Cyrillic letters is shown as written, not as punycode', (language) => {
  const { subject, text } = webhookWarning(language, { ...TROUBLE, url: 'https://букет.рф/docket', name: 'букет.рф' });
  for (const form of [subject, text]) expect(form).toContain('букет.рф');
  expect(`${subject} ${text}`).not.toContain('xn--');
});

test.each(LANGUAGES)('in %s a mail names events in the dashboard’s words', (language) => {
  const { eventNames } = language === 'ru' ? RU : EN;
  const failures = EVENT_TYPES.map((type) => ({ ...FAILURE, type }));
  const { text, html } = webhookWarning(language, { ...TROUBLE, failures });
  for (const type of EVENT_TYPES) {
    for (const form of [text, html]) {
      expect(form).toContain(eventNames[type]);
      expect(form).not.toContain(type);
    }
  }
});

test.each(LANGUAGES)(
  'in %s, if a failure came after the HTTP status, its description names the status and does not say that there was no answer',
  (language) => {
    for (const reason of ['timeout', 'connection_closed', 'bad_response', 'response_too_long'] as const) {
      const [before, after] = [reasonInWords(language, reason, null), reasonInWords(language, reason, 200)];
      expect(before.what).not.toContain('200');
      expect(after.what).toContain('200');
      expect(after.what).not.toMatch(/did not answer|without an answer|не ответил|не ответив/);
      expect(after.next.length).toBeGreaterThan(0);
    }
  },
);

test.each(LANGUAGES)(
  'in %s the advice for the statuses 500 and 302 is the same for a complete answer and for one that breaks off',
  (language) => {
    for (const reason of ['timeout', 'connection_closed', 'bad_response', 'response_too_long'] as const) {
      expect(reasonInWords(language, reason, 500).next).toBe(reasonInWords(language, 'status', 500).next);
      expect(reasonInWords(language, reason, 302).next).toBe(reasonInWords(language, 'redirect', 302).next);
    }
  },
);

test.each(LANGUAGES)(
  'the mail about a suspension in %s says how to resume and how to resend missed events',
  (language) => {
    const { text, html } = webhookSuspended(language, { ...TROUBLE, dashboardUrl: null });
    for (const form of [text, html]) {
      expect(form).toContain(`docket webhook resume ${TROUBLE.endpointId}`);
      expect(form).toContain(`docket webhook resend ${TROUBLE.endpointId} --since 30d`);
      expect(form).not.toContain('href=');
    }
  },
);

test.each(LANGUAGES)(
  'every failure reason has its own description in %s, and different HTTP error statuses have different advice',
  (language) => {
    const words = FAILURE_REASONS.map((reason) => reasonInWords(language, reason, 418));
    expect(new Set(words.map(({ what }) => what)).size).toBe(FAILURE_REASONS.length);
    for (const { what, next } of words) expect(`${what} ${next}`).not.toMatch(/undefined|null/);
    const steps = [302, 401, 403, 404, 405, 429, 500, 503, 418].map((code) =>
      reasonInWords(language, code === 302 ? 'redirect' : 'status', code),
    );
    expect(new Set(steps.map(({ next }) => next)).size).toBe(steps.length);
  },
);

test.each([
  [1, 'ждёт отправки 1 уведомление', '1 notification is waiting'],
  [2, 'ждут отправки 2 уведомления', '2 notifications are waiting'],
  [5, 'ждут отправки 5 уведомлений', '5 notifications are waiting'],
  [21, 'ждёт отправки 21 уведомление', '21 notifications are waiting'],
  [112, 'ждут отправки 112 уведомлений', '112 notifications are waiting'],
])('the word for waiting events agrees with their number %i', (waiting, ru, en) => {
  expect(webhookWarning('ru', { ...TROUBLE, waiting }).text.replaceAll(/\s+/g, ' ')).toContain(ru);
  expect(webhookWarning('en', { ...TROUBLE, waiting }).text.replaceAll(/\s+/g, ' ')).toContain(en);
});

test('a mail describes the retries as they are configured', () => {
  const said = (language: 'en' | 'ru', retriedFor: string): string =>
    webhookWarning(language, { ...TROUBLE, retriedFor }).text.replaceAll(/\s+/g, ' ');
  expect(said('en', '2 hours')).toContain('up to 3 times over about 2 hours.');
  expect(said('ru', '2 часа')).toContain('до 3 раз, всего примерно 2 часа.');
});

test('outside texts are escaped in HTML, and a subject is one line', () => {
  const hostile = '<script>alert(1)</script>"\'&\r\nBcc: x@example.com';
  const trouble = { ...TROUBLE, workspaceName: hostile, url: `https://a.example.com/${hostile}` };
  for (const language of LANGUAGES) {
    for (const write of [webhookWarning, webhookSuspended]) {
      const { subject, html } = write(language, trouble);
      expect(html).not.toContain('<script');
      expect(html).toContain('&lt;script&gt;');
      expect(subject).not.toMatch(/[\r\n]/);
    }
    expect(testMail(language, { workspaceName: hostile, sentAt: 'now' }).html).not.toContain('<script');
  }
});

test('a mail loads nothing from outside', () => {
  for (const [language, , write] of LETTERS) {
    expect(write(language, TROUBLE).html).not.toMatch(/<(img|script|link|iframe)|url\(|@import/i);
  }
});

test.each(LANGUAGES)(
  'in %s the mails about an invitation, a new sign-in and a wrong code contain all their facts',
  (language) => {
    const member = {
      workspaceName: 'Цветочная лавка',
      invitedBy: 'Анна',
      email: 'b@example.com',
      url: 'https://orders.example.com/app/reset#token',
    };
    const expectIn = (letter: { text: string; html: string }, parts: readonly string[]): void => {
      for (const form of [letter.text, letter.html]) for (const part of parts) expect(form).toContain(part);
    };
    expectIn(memberInvited(language, member), Object.values(member));
    const facts = { at: '20 May 2026', device: 'Chrome', address: '192.0.2.7' };
    for (const by of ['password', 'passkey', 'link'] as const) {
      expectIn(newSignIn(language, { ...facts, by }), Object.values(facts));
      expect(newSignIn(language, { ...facts, by, device: null, address: null }).text).not.toContain('null');
    }
    expectIn(wrongCodeGiven(language, facts), Object.values(facts));
    expect(wrongCodeGiven(language, { ...facts, device: null, address: null }).text).not.toContain('null');
  },
);

test.each(LANGUAGES)(
  'in %s the mail about a failed backup names the place, reason and remedy, and the mail about a working backup has another subject',
  (language) => {
    const facts = {
      workspaceName: 'Цветочная лавка',
      target: 's3://shop/nightly/',
      at: '21 May 2026, 03:00',
      reason: 'there is no such bucket',
      lastGood: '20 May 2026, 03:00',
      dashboardUrl: 'https://orders.example.com/app/settings/backups',
    };
    const tellOf = (trouble: DestinationTrouble) => backupMail(language, 'failed', { ...facts, trouble });
    const failed = tellOf('missing');
    for (const form of [failed.text, failed.html]) {
      const read = form.replaceAll(/\s+/g, ' ');
      for (const part of [...Object.values(facts), 'docket check']) expect(read).toContain(part);
      expect(form).not.toMatch(/undefined|null|NaN/);
    }
    const never = backupMail(language, 'failed', { ...facts, trouble: 'full', lastGood: null, dashboardUrl: null });
    expect(never.text).not.toBe(failed.text);
    expect(never.html).not.toContain('href=');
    expect(backupMail(language, 'works', { ...facts, trouble: 'other', reason: '' }).subject).not.toBe(failed.subject);
    // No advice names `docket backup`, because that command writes to the server's own disk by default.
    const told = (['full', 'missing', 'refused', 'silent', 'other'] as const).map((trouble) => tellOf(trouble).text);
    expect(new Set(told).size).toBe(5);
    for (const text of told) {
      expect(text.split(facts.target).length).toBeGreaterThan(2);
      expect(text).not.toContain('docket backup');
    }
  },
);

const FINDINGS = LANGUAGES.flatMap((language) =>
  (['damaged', 'unsynced'] as const).map((kind) => [language, kind] as const),
);

test.each(FINDINGS)(
  'in %s, the mail of the kind “%s” about a database file names the file, the finding and the remedy',
  (language, kind) => {
    const letter = fileDamaged(language, { path: '/var/lib/docket/docket.db', what: 'table orders: <page 7>' }, kind);
    for (const part of ['/var/lib/docket/docket.db', 'docket check']) {
      expect(letter.text).toContain(part);
      expect(letter.html).toContain(part);
    }
    expect(letter.text.replaceAll(/\s+/g, ' ')).toContain('table orders: <page 7>');
    expect(letter.html).toContain('table orders: &lt;page 7&gt;');
  },
);

test.each(LANGUAGES)('in %s a restore is reported with its backup and the place of the old data', (language) => {
  const facts = {
    workspaceName: 'Лавка',
    at: '21 May 2026, 03:00',
    address: 's3://shop/a.db',
    kept: '/data/docket.db.old',
  };
  const { text, html } = restoredMail(language, facts);
  for (const form of [text, html]) {
    for (const part of Object.values(facts)) expect(form.replaceAll(/\s+/g, ' ')).toContain(part);
  }
  expect(restoredMail(language, { ...facts, kept: null }).text).not.toMatch(/null|undefined/);
});
