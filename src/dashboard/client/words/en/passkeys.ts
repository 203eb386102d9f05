export const PASSKEYS_EN = {
  title: 'Passkeys',
  what: 'Sign in by fingerprint, face or the PIN of your device, in place of password and code. A passkey works at this address alone, so that an imitation of this page gets nothing out of you.',
  add: 'Add a passkey',
  made: 'added',
  lastUsed: 'last used',
  neverUsed: 'not used yet',
  synced: 'kept in a password manager',
  single: 'on one device alone',
  otherDomain: (domain: string) => `works at ${domain} alone`,
  rename: 'Rename',
  renameTitle: 'Rename the passkey',
  addedTitle: 'The passkey is added',
  name: 'Name',
  nameHint: 'One that you will know it by, such as the device that it is on.',
  removeTitle: (name: string) => `Remove “${name}”?`,
  removeWhat:
    'It signs nobody in any more. The password goes on working, and so does whatever is signed in already: see the list of devices.',
  removeThere: 'The device keeps its half until you delete it there.',
  stay: 'Passkeys go on working when the password is changed or reset. Remove those that you do not know.',
  noDomain:
    'Browsers make passkeys for a domain with https alone. Put Docket behind a proxy with TLS, such as Caddy, and start it with',
  noDomainCommand: '--public-url https://YOUR-DOMAIN',
  elsewhere: 'Passkeys are made and used at the address that Docket was given:',
  noBrowser: 'This browser makes no passkeys. Try a newer one.',
  trouble: {
    declined: 'No passkey was made: the window of the browser was closed, or its time was over.',
    already: 'This device, or its password manager, has a passkey for you already.',
    unable:
      'No passkey could be made: the device needs a screen lock, such as a PIN, a fingerprint or a face, or a password manager that keeps passkeys.',
  },
};

export type PasskeyWords = typeof PASSKEYS_EN;
