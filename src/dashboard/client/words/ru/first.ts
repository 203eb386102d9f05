import type { FirstWords } from '../en/first.ts';
import { forms } from '../plural.ts';
import { COMMON_RU } from './common.ts';
import { ORDERS_RU } from './orders.ts';
import { OVERVIEW_RU } from './overview.ts';
import { SETTINGS_RU } from './settings.ts';
import { START_RU } from './start.ts';

export const FIRST_RU: FirstWords = {
  ...COMMON_RU,
  settings: SETTINGS_RU,
  start: START_RU,
  overview: OVERVIEW_RU,
  signOut: 'Выйти',
  webhooks: 'Вебхуки',
  account: 'Профиль',
  manual: 'Руководство',
  reference: 'Справочник API',
  mainNavigation: 'Главное меню',
  skip: 'К содержанию',
  secretTitle: 'Секрет подписи, показан один раз',
  secretWhat:
    'Храните его только на принимающем сервере: по нему сервер узнаёт, что уведомление действительно от Docket.',
  remove: 'Удалить',
  saved: 'Сохранено.',
  edit: 'Изменить',
  call: 'Позвонить',
  theme: 'Оформление',
  themeSystem: 'Как на устройстве',
  themeLight: 'Светлое',
  themeDark: 'Тёмное',
  noWorkspace: 'Вы не состоите ни в одном пространстве. Попросите владельца добавить вас.',
  keys: 'Ключи API',
  openInSettings: 'Изменить в настройках',
  ownersOpen: 'Изменить это может владелец, в настройках.',
  eventNames: {
    'order.created': 'Создан заказ',
    'order.updated': 'Изменён заказ',
    'order.status.changed': 'У заказа новый статус',
    'order.payment.created': 'Внесена оплата',
    'order.deleted': 'Удалён заказ',
  },
  orders: ORDERS_RU,
  reconnecting: 'Соединение восстанавливается… На экране могут быть старые данные.',
  endedTitle: 'Сеанс завершён',
  endedWhat: 'Войдите снова, чтобы продолжить с того же места. Всё, что вы успели заполнить, сохранилось.',
  menu: {
    search: 'Поиск',
    inquiries: 'Заявки',
    untouched: forms({ other: '# без внимания' }),
    imported: 'Из файла',
    importOrders: 'Загрузить',
    clients: 'Клиенты',
    payments: 'Оплаты',
    reports: 'Отчёты',
    deliveries: 'Доставки',
    stock: 'Склад',
    connect: 'Подключение',
    stages: { 'stage-new': 'Новые', 'stage-in-work': 'В работе', 'stage-done': 'Готово' },
    nowhere: 'Не найдено',
    looking: 'Здесь вы можете только смотреть',
    lookingWhat:
      'Ваша роль видит заказы и склад. Чтобы вносить, менять или загружать их, попросите у владельца другую роль.',
    othersPage: 'Эта страница не для вашей роли',
    owners: 'Для владельцев',
    ownersWhat: 'Если вам здесь что-то нужно, попросите владельца.',
    firstOwners: 'Почтой, копиями и системой ведают владельцы пространства, созданного первым.',
    integration: 'Интеграции',
    yours: 'Магазин и вы',
    back: 'Назад',
    more: 'Ещё',
    trouble: 'Один из адресов не принимает уведомления',
  },
};
