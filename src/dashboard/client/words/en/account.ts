export const ACCOUNT_EN = {
  self: 'Name and language',
  name: 'Your name',
  saveName: 'Save name',
  nameSaved: 'Name saved.',
  present: 'Current password',
  next: 'New password',
  change: 'Change password',
  changed: 'Password changed. All other devices were signed out.',
  wrongPresent: 'The current password is incorrect.',
  endOthers: 'Sign out all others',
  endSession: 'End',
  language: 'Language',
  lastSeen: 'last seen',
  sessions: 'Signed in on',
  thisDevice: 'this device',
  goOn: 'Continue',
  proveTitle: 'Confirm your password',
  proveWhat: 'This is an important step, so Docket asks for your password again.',
};

export type AccountWords = typeof ACCOUNT_EN;
