/** The words for signing in with a passkey. They load only if somebody has a passkey. */
export const PASSKEY_SIGN_IN_EN = {
  or: 'or',
  signIn: 'Sign in with a passkey',
  prove: 'Use a passkey',
  declined: 'No passkey was used. Try again, or give the password.',
  refused: 'This passkey opens nothing here, or it took too long. Try again, or give the password.',
  broken: 'The browser could not use a passkey here. Give the password.',
};

type PasskeySignInWords = typeof PASSKEY_SIGN_IN_EN;

export const PASSKEY_SIGN_IN_RU: PasskeySignInWords = {
  or: 'или',
  signIn: 'Войти по ключу доступа',
  prove: 'Использовать ключ доступа',
  declined: 'Ключ доступа не использован. Попробуйте ещё раз или введите пароль.',
  refused: 'Этот ключ доступа здесь ничего не открывает, или время вышло. Попробуйте ещё раз или введите пароль.',
  broken: 'Браузер не смог использовать ключ доступа. Введите пароль.',
};
