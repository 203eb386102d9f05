/** The account page's own words. */
export const ACCOUNT_EN = {
  you: 'You',
  name: 'Your name',
  saveName: 'Save the name',
  nameSaved: 'The name is saved.',
  passwordTitle: 'Password',
  present: 'Present password',
  next: 'New password',
  change: 'Change the password',
  changed: 'The password is changed. All other devices are signed out.',
  wrongPresent: 'The present password is not right.',
};

export type AccountWords = typeof ACCOUNT_EN;
