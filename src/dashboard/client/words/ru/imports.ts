import type { ImportsWords } from '../en/imports.ts';

export const IMPORTS_RU: ImportsWords = {
  progress: 'Ход загрузки',
  doneOf: (done, total) => `${done} из ${total}`,
  leave: 'Страницу можно закрыть. Загрузка дойдёт до конца, даже если Docket тем временем перезапустят.',
  trouble: {
    storage: 'Docket сейчас не может записывать. Загрузка продолжится сама, как только это станет возможно.',
    fault:
      'Загрузка остановилась из-за ошибки в Docket. Ничего не потеряно: она продолжится после следующего запуска Docket, причина — в его журнале.',
  },
  recent: 'Последние загрузки',
};
