import type { StartWords } from '../en/start.ts';

export const START_RU: StartWords = {
  overview: 'Обзор',
  title: 'Первые шаги',
  someDone: (done, all) => `Первые шаги: сделано ${done} из ${all}.`,
  allDone: 'Всё настроено.',
  hide: 'Скрыть',
  show: 'Показать шаги',
};
