import { forms } from '../plural.ts';

export const FACTOR_EN = {
  title: 'Code from an app',
  what: 'Besides the password, signing in then asks for a code of six digits that an app on your phone shows. Whoever learns your password alone does not get in.',
  off: 'Off',
  on: 'On',
  begin: 'Turn on',
  scanTitle: 'Scan this with the app',
  scanWhat:
    'Any app for one-time codes will do, such as Google Authenticator, Aegis, 2FAS or the password manager that you use.',
  picture: 'QR code with the key for the app',
  byHand: 'Cannot scan? Type this key into the app:',
  code: 'Code that the app shows',
  confirm: 'Turn on',
  codesTitle: 'Recovery codes, shown this once',
  codesWhat:
    'Each of them signs you in once in place of a code, should the phone be lost. Print them, or keep them where you keep your passwords.',
  saved: 'I have saved them',
  copyAll: 'recovery codes',
  left: forms({ one: '# recovery code is left.', other: '# recovery codes are left.' }),
  newCodes: 'New recovery codes',
  newCodesWhat: 'The codes before them work no longer.',
  turnOff: 'Turn off',
  turnOffTitle: 'Turn the code off',
  turnOffWhat: 'Signing in then asks for the password alone. Give a code from the app, or a recovery code.',
  anyCode: 'Code from the app, or a recovery code',
  wrong: 'This code is not right, or has been used. Wait for the next one; the clock of the phone must be right.',
  lost: 'Lost phone and codes? On the machine that Docket runs on:',
  lostCommand: 'docket owner reset-password --email YOU --drop-second-factor',
};

export type FactorWords = typeof FACTOR_EN;
