/** The words of the pages before sign-in, and of every place that asks for the password. */
export const SIGN_IN_EN = {
  signIn: 'Sign in',
  signInTitle: 'Sign in to Docket',
  email: 'Email',
  password: 'Password',
  remember: 'Stay signed in on this device',
  forgot: 'Forgot your password?',
  wrongPassword: 'Wrong email or password.',
  tooManyTries: 'Too many attempts. Try again',
  failed: 'That didn’t work. Try again in a few seconds.',
  noAnswer: 'The server did not answer. Check the connection and try again.',
  notLoaded: 'This page couldn’t be loaded. Docket may have been updated.',
  held: 'A backup was restored. Nobody gets in until the person who runs the server has gone through the list of people and keys. The link to it is in the server’s log.',
  retry: 'Try again',
  request: 'Request',
  loading: 'Loading…',
  cancel: 'Cancel',
  chooseLanguage: 'Page language',
};

export type SignInWords = typeof SIGN_IN_EN;

export const SIGN_IN_RU: SignInWords = {
  signIn: 'Войти',
  signInTitle: 'Вход в Docket',
  email: 'Эл. почта',
  password: 'Пароль',
  remember: 'Не выходить на этом устройстве',
  forgot: 'Забыли пароль?',
  wrongPassword: 'Неверный адрес или пароль.',
  tooManyTries: 'Слишком много попыток. Попробуйте снова',
  failed: 'Не получилось. Повторите через несколько секунд.',
  noAnswer: 'Сервер не ответил. Проверьте соединение и попробуйте ещё раз.',
  notLoaded: 'Страница не загрузилась: возможно, Docket только что обновили.',
  held: 'Восстановлена резервная копия. Никто не войдёт, пока тот, кто ведёт сервер, не просмотрит список людей и ключей. Ссылка на него — в журнале сервера.',
  retry: 'Повторить',
  request: 'Запрос',
  loading: 'Загрузка…',
  cancel: 'Отмена',
  chooseLanguage: 'Язык страницы',
};
