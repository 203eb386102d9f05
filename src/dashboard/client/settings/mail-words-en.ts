export const MAIL_EN = {
  what: 'Docket writes to owners when a webhook no longer gets through, and to people who are invited or sign in from a new device.',
  server: 'Mail server',
  host: 'Server',
  encryption: 'Encryption',
  encryptions: {
    tls: 'TLS from the first byte',
    starttls: 'STARTTLS, demanded',
    offered: 'STARTTLS where the server offers it',
    none: 'none',
  },
  user: 'User',
  noUser: 'without signing in',
  from: 'Sender',
  readOnly:
    'These settings come from the command that Docket is started with, so that no password lies in the database. Change them there and start Docket again:',
  none: 'No mail server is set',
  noneWhat:
    'What would be mailed stands in the log of the server and in the list below. Start Docket with a mail server to have it sent:',
  test: 'Send a test mail to me',
  testing: 'Sending…',
  sent: (to: string) =>
    `The mail server took a test mail for ${to}. Look into your mailbox, and into the folder for spam.`,
  failed: 'The test mail was not sent.',
  failedAt: 'Step that failed:',
  said: 'What was said:',
  steps: {
    connect: 'Connecting',
    greeting: 'Greeting',
    tls: 'Encryption',
    auth: 'User and password',
    sender: 'Sender',
    recipient: 'Recipient',
    message: 'The message itself',
  },
  advice: {
    connect: 'Check name and port of the server, and whether the firewall lets Docket out.',
    greeting: 'Something answers at this port that is no mail server, or it is busy. Check the port.',
    tls: 'Use smtps:// for port 465 and smtp:// for port 587, and check the certificate of the server.',
    auth: 'Check user and password. Many providers want a password of its own for programs.',
    sender: 'The server does not let this user write as this sender. Set --mail-from to an address of its own.',
    recipient: 'The server does not take mail for your address.',
    message: 'The server refused the message itself: ask its provider why.',
  },
  last: 'The last 20 mails',
};

export type MailWords = typeof MAIL_EN;
