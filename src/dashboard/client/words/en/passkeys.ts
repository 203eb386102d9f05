export const PASSKEYS_EN = {
  title: 'Passkeys',
  what: 'Sign in with your fingerprint, face or device PIN instead of password and code. A passkey works only at this address, so a fake copy of this page gets nothing.',
  add: 'Add passkey',
  addWhat: 'A passkey signs in without the code from your app, so the code is asked for once more.',
  made: 'added',
  lastUsed: 'last used',
  neverUsed: 'not used yet',
  synced: 'in a password manager',
  single: 'on one device only',
  otherDomain: (domain: string) => `works only at ${domain}`,
  rename: 'Rename',
  renameTitle: 'Rename passkey',
  addedTitle: 'Passkey added',
  name: 'Name',
  nameHint: 'Choose one you will recognise, such as the device’s name.',
  removeTitle: (name: string) => `Remove “${name}”?`,
  removeWhat:
    'It can no longer be used to sign in. The password still works, and devices that are signed in stay signed in.',
  removeThere: 'The device keeps its part until you delete it there.',
  stay: 'Passkeys keep working when the password is changed or reset. Remove any that you don’t recognise.',
  noDomain:
    'Browsers create passkeys only for a domain with https. Put Docket behind a TLS proxy, such as Caddy, and start it with',
  noDomainCommand: '--public-url https://YOUR-DOMAIN',
  elsewhere: 'Passkeys are created and used only at Docket’s own address:',
  noBrowser: 'This browser doesn’t support passkeys. Try a newer one.',
  trouble: {
    declined: 'No passkey was created. The browser’s window was closed, or it timed out.',
    already: 'This device or its password manager already has a passkey for you.',
    unable: 'No passkey could be created. The device needs a screen lock or a password manager that supports passkeys.',
  },
};

export type PasskeyWords = typeof PASSKEYS_EN;
