import { forms } from '../plural.ts';

export const FACTOR_EN = {
  title: 'Authenticator app',
  what: 'Signing in then also asks for a six-digit code from an app on your phone. Someone who only knows your password can’t get in.',
  off: 'Off',
  on: 'On',
  scanTitle: 'Scan this with your app',
  scanWhat: 'Any authenticator app works, such as Google Authenticator, Aegis, 2FAS or your password manager.',
  signsOut: 'Turning it on signs out all your other devices.',
  picture: 'QR code with the key for the app',
  byHand: 'Can’t scan it? Type this key into the app:',
  code: 'Code from the app',
  confirm: 'Turn on',
  codesTitle: 'Recovery codes, shown only once',
  codesWhat: 'Each code lets you sign in once if you lose your phone. Print them, or keep them with your passwords.',
  saved: 'I’ve saved them',
  copyAll: 'recovery codes',
  left: forms({ one: '# recovery code is left.', other: '# recovery codes are left.' }),
  short: 'Your codes are of the old, shorter kind. They work, but new ones are harder to guess.',
  newCodes: 'New recovery codes',
  newCodesWhat: 'The previous codes stop working.',
  turnOff: 'Turn off',
  turnOffTitle: 'Turn off the authenticator app',
  turnOffWhat: 'Signing in will then ask only for the password. Enter a code from the app, or a recovery code.',
  anyCode: 'Code from the app, or a recovery code',
  wrong:
    'This code is wrong, used or expired: each works for 30 seconds. Enter the next one, and check that the phone’s clock is right.',
  keyLost:
    'The codes of your app can no longer be checked: the key to its secret is not on this server. Turn it off with a recovery code, then on again.',
  lost: 'Lost your phone and your codes? Run this on Docket’s server:',
  lostCommand: 'docket owner reset-password --email YOU --drop-second-factor',
};

export type FactorWords = typeof FACTOR_EN;
