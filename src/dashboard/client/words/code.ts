/** The words for the authenticator code. Only people with a second factor load them. */
export const CODE_EN = {
  title: 'Code from your app',
  what: 'Six digits that the app on your phone shows now. Without the phone, give one of your recovery codes.',
  wrong:
    'This code is wrong, used or over: each is good for 30 seconds. Enter the next one. The phone’s clock must be right.',
  back: 'Back',
};

type CodeWords = typeof CODE_EN;

export const CODE_RU: CodeWords = {
  title: 'Код из приложения',
  what: 'Шесть цифр, которые сейчас показывает приложение на телефоне. Если телефона нет, введите один из резервных кодов.',
  wrong:
    'Код неверен, использован или устарел: он действует 30 секунд. Введите следующий. Часы телефона должны идти точно.',
  back: 'Назад',
};
