import type { FailureReason } from '../base/index.ts';
import type { Explanation, Wording } from './wording.ts';

const PLURAL = new Intl.PluralRules('ru');

function plural(count: number, one: string, few: string, many: string): string {
  const form = PLURAL.select(count);
  if (form === 'one') return one;
  return form === 'few' ? few : many;
}

const events = (count: number): string => `${count} ${plural(count, 'уведомление', 'уведомления', 'уведомлений')}`;

const EXPLANATIONS: Readonly<Record<Exclude<FailureReason, 'status' | 'redirect'>, Explanation>> = {
  timeout: {
    what: 'сервер не ответил вовремя',
    next: 'Спросите у того, кто обслуживает сервер, почему он отвечает так долго. Он должен сначала подтвердить получение, а обрабатывать уведомление уже потом.',
  },
  name_not_found: {
    what: 'сервера с таким именем нет',
    next: 'Проверьте, нет ли опечатки в адресе и оплачен ли домен.',
  },
  name_lookup_failed: {
    what: 'не удалось узнать адрес сервера по его имени',
    next: 'Часто это проходит само. Если нет, проверьте DNS-серверы домена и сеть машины, на которой работает Docket.',
  },
  connection_refused: {
    what: 'сервер не принимает соединения',
    next: 'Проверьте, что сайт работает и что межсетевой экран пропускает Docket.',
  },
  connection_failed: {
    what: 'не удалось соединиться с сервером',
    next: 'Проверьте, открывается ли сайт снаружи.',
  },
  connection_closed: {
    what: 'сервер оборвал соединение, не ответив',
    next: 'Попросите разработчика посмотреть журнал сервера за это время: скорее всего, программа, принимающая уведомления, аварийно завершается.',
  },
  tls: {
    what: 'не удалось установить защищённое соединение (TLS)',
    next: 'Проверьте, что адрес начинается с https:// и что сервер поддерживает TLS на этом порту.',
  },
  certificate_expired: {
    what: 'срок действия сертификата сервера истёк',
    next: 'Продлите сертификат сайта.',
  },
  certificate_name: {
    what: 'сертификат сервера выдан на другое имя',
    next: 'Проверьте имя в адресе или выпустите для него сертификат.',
  },
  certificate_untrusted: {
    what: 'сертификат сервера подписан центром, которому нет доверия',
    next: 'Установите сертификат признанного центра вместе со всей цепочкой.',
  },
  address_not_public: {
    what: 'имя ведёт на внутренний адрес, туда уведомления не отправляются',
    next: 'Проверьте адрес и то, на что указывает имя сервера.',
  },
  bad_response: {
    what: 'ответ сервера не удалось разобрать',
    next: 'Спросите разработчика, что именно отвечает по этому адресу.',
  },
};

function explain(reason: FailureReason, httpCode: number | null): Explanation {
  if (reason === 'redirect') {
    return {
      what: `сервер ответил ${httpCode}: он переехал на другой адрес`,
      next: 'Docket не следует за перенаправлениями. Укажите новый адрес в настройках вебхука.',
    };
  }
  if (reason !== 'status') return EXPLANATIONS[reason];
  const what = `сервер ответил ошибкой ${httpCode}`;
  if (httpCode === 401 || httpCode === 403) {
    return { what, next: 'Сервер не принял подпись. Проверьте, что на нём указан действующий секрет этого вебхука.' };
  }
  if (httpCode === 404 || httpCode === 410) {
    return {
      what,
      next: 'По этому пути уведомления никто не принимает. Проверьте адрес, прежде всего то, что стоит после имени сервера.',
    };
  }
  if (httpCode !== null && httpCode >= 500) {
    return { what, next: 'Ошибка на стороне сервера. Попросите его разработчика посмотреть журнал за это время.' };
  }
  return { what, next: 'Спросите разработчика сервера, почему эти уведомления не принимаются.' };
}

export const RU: Wording = {
  language: 'ru',
  explain,
  failureLine: ({ at, type, attempt }, what) =>
    `${at}: ${type}, ${attempt === 0 ? 'вручную' : `попытка ${attempt}`}: ${what}`,
  warning: ({ failingSince, waiting, nextAttempt, url }, host) => ({
    subject: `${host} не принимает уведомления`,
    heading: `${host} не принимает уведомления`,
    before: [
      `Ваш сервер ${url} не принимает уведомления о заказах. Первая неудачная отправка: ${failingSince}.`,
      `Ничего не потеряно: ${plural(waiting, 'ждёт', 'ждут', 'ждут')} отправки ${events(waiting)}, и каждое Docket пробует доставить до восьми раз, всего около 27 часов.${nextAttempt === null ? '' : ` Следующая попытка: ${nextAttempt}.`}`,
    ],
    after: ['Сами заказы это не затрагивает. Снова написать об этом вебхуке мы можем не раньше чем через 24 часа.'],
    commands: [],
  }),
  suspended: ({ failingSince, waiting, endpointId, url, dashboardUrl }, host) => ({
    subject: `Отправка уведомлений на ${host} приостановлена`,
    heading: `Отправка уведомлений на ${host} приостановлена`,
    before: [
      `Ваш сервер ${url} не принял ни одного уведомления. Первая неудачная отправка: ${failingSince}. Поэтому Docket больше ничего туда не отправляет.`,
      `${waiting === 0 ? 'Неотправленных уведомлений нет.' : `${plural(waiting, 'Сохранено и ждёт', 'Сохранены и ждут', 'Сохранено и ждёт')} отправки ${events(waiting)}.`} Пока вы не возобновите вебхук, новые изменения заказов на этот сервер не отправляются. Сами заказы это не затрагивает.`,
    ],
    after: [
      `Когда сервер снова заработает, возобновите вебхук и отправьте пропущенное: ${dashboardUrl === null ? '' : 'в панели управления или '}этими командами на машине, где работает Docket.`,
    ],
    commands: [`docket webhook resume ${endpointId}`, `docket webhook resend ${endpointId} --since 30d`],
  }),
  test: ({ workspaceName, sentAt }) => ({
    subject: 'Docket может отправлять вам письма',
    heading: 'Всё работает',
    before: [
      `Это проверочное письмо от Docket для «${workspaceName}», отправлено ${sentAt}. Если что-то потребует вашего внимания, например вебхук перестанет доходить, мы напишем на этот адрес.`,
    ],
    after: [],
    commands: [],
  }),
  invited: ({ workspaceName, invitedBy, email }) => ({
    subject: `${invitedBy} приглашает вас в «${workspaceName}» в Docket`,
    heading: `Вас пригласили в «${workspaceName}»`,
    before: [
      `${invitedBy} приглашает вас в «${workspaceName}». В Docket ведутся заказы этого магазина.`,
      `Для начала придумайте пароль. Ссылка действует один раз, в течение 3 дней; потом входите с адресом ${email}.`,
    ],
    after: ['Не знаете, о чём речь? Просто оставьте письмо без ответа: без ссылки ничего не произойдёт.'],
    commands: [],
  }),
  added: ({ workspaceName, invitedBy, email }) => ({
    subject: `Теперь у вас есть доступ к «${workspaceName}» в Docket`,
    heading: `Вам открыли доступ к «${workspaceName}»`,
    before: [
      `Доступ к «${workspaceName}» вам открыл(а) ${invitedBy}. Войдите с адресом ${email} и своим паролем; переключаться между пространствами можно вверху меню.`,
    ],
    after: [],
    commands: [],
  }),
  signedIn: ({ at, device, address }) => ({
    subject: 'Новый вход в Docket',
    heading: 'Вход с нового устройства',
    before: [
      `Выполнен вход с вашей почтой и паролем: ${at}, ${device ?? 'неизвестный браузер'}${address === null ? '' : `, адрес ${address}`}.`,
      'Это были вы? Тогда ничего делать не нужно.',
    ],
    after: [
      'Это были не вы? Войдите, откройте «Профиль», смените пароль (на всех остальных устройствах произойдёт выход) и включите коды из приложения.',
    ],
    commands: [],
  }),
  backupFailed: ({ target, at, reason, lastGood }) => ({
    subject: 'Docket не смог сделать резервную копию',
    heading: 'Резервная копия не сделана',
    before: [
      `${at} Docket не смог сделать резервную копию в ${target}.`,
      `Причина (как её сообщила система): ${reason}`,
      lastGood === null
        ? 'Ни одной исправной копии пока нет. Если сейчас откажет диск сервера, пропадёт всё.'
        : `Последняя исправная копия сделана ${lastGood}. Она сохранится в любом случае; всё, что появилось после неё, есть только на диске сервера.`,
      'Docket повторит попытку сам, не позже чем через час. Заказы принимаются как обычно.',
    ],
    after: ['Пока копии не удаются, мы будем писать раз в день, и ещё раз, когда всё снова заработает.'],
    commands: ['docket backup', 'docket check'],
  }),
  backupWorks: ({ target, at }) => ({
    subject: 'Docket снова делает резервные копии',
    heading: 'Резервные копии снова делаются',
    before: [`${at} Docket сделал резервную копию в ${target}, открыл её заново и убедился, что она полная.`],
    after: [],
    commands: [],
  }),
  openBackups: 'Открыть резервные копии в Docket',
  choosePassword: 'Придумать пароль',
  openDocket: 'Открыть Docket',
  memberFooter: 'Письмо отправил Docket, где у вас есть учётная запись.',
  lastFailures: 'Последние неудачи',
  whatToDo: 'Что делать',
  open: 'Открыть вебхук в Docket',
  footer: (name) => `Письмо отправил Docket, потому что вы владелец «${name}».`,
};
