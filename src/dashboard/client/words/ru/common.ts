import type { CommonWords } from '../en/common.ts';
import { SIGN_IN_RU } from '../guest.ts';

export const COMMON_RU: CommonWords = {
  ...SIGN_IN_RU,
  helpHere: 'Справка по этой странице',
  close: 'Закрыть',
  save: 'Сохранить',
  copy: 'Скопировать',
  copied: 'Скопировано',
  copyByKeys: 'Браузер не дал скопировать. Текст выделен: скопируйте его отсюда.',
  savedIt: 'Секрет сохранён',
  calendar: 'Календарь',
  dateForm: { date: 'дд.мм.гггг', time: 'чч:мм', datetime: 'дд.мм.гггг, чч:мм' },
  noSuchDate: (example) => `Такой даты или времени нет. Напишите так: ${example}`,
  by: (time) => `до ${time}`,
  undo: 'Отменить',
  notUndone: 'Отменить не удалось: с тех пор это изменили или нет связи.',
  offline: 'Нет связи. Пока она не вернётся, ничего не сохранить.',
  copyDetails: 'Скопировать подробности',
  nowhereWhat: 'Возможно, в адресе опечатка или страница переехала.',
  more: 'Показать ещё',
  forDevelopers: 'Для разработчиков',
  asChart: 'Графиком',
  asTable: 'Таблицей',
};
