/** The account page's own words. */
export const ACCOUNT_EN = {
  you: 'You',
  name: 'Your name',
  saveName: 'Save name',
  nameSaved: 'Name saved.',
  passwordTitle: 'Password',
  present: 'Current password',
  next: 'New password',
  change: 'Change password',
  changed: 'Password changed. All other devices were signed out.',
  wrongPresent: 'The current password is incorrect.',
};

export type AccountWords = typeof ACCOUNT_EN;
