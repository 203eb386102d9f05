import type { FieldRuleWords } from '../rule-words.ts';

const RELOAD = 'обновите страницу: возможно, Docket только что обновили';
const INITIAL = 'Отсюда начинаются новые заказы: статус можно переименовать, но не выключить и не удалить.';

export const FIELD_RULES_RU: FieldRuleWords<never> = {
  // Rules for texts.
  empty: 'нужно заполнить',
  chars_between: ({ least, most }) => `нужно от ${least} до ${most} символов`,
  chars_at_most: ({ most }) => `не больше ${most} символов`,
  line_between: ({ least, most }) => `нужно от ${least} до ${most} символов в одну строку`,
  line_at_most: ({ most }) => `не больше ${most} символов в одну строку`,
  control_characters: 'есть невидимые служебные символы, уберите их',
  ill_formed: 'есть символы, которые нельзя сохранить',
  slug: ({ most }) => `от 1 до ${most} знаков: латинские буквы a–z, цифры и дефис`,
  email: 'это не адрес эл. почты',
  phone: 'это не номер телефона',
  phone_or_email: 'укажите телефон или адрес эл. почты',
  time_zone: 'выберите часовой пояс из списка',
  accent: 'выберите цвет',
  map_service: 'начните с https:// и поставьте {address} на место адреса',
  picture_kind: 'выберите картинку PNG, JPEG или WebP',
  picture_size: 'картинка слишком большая: не больше 200 КБ',
  picture_pixels: ({ most }) => `картинка слишком большая: не больше ${most} пикселей по каждой стороне`,
  password_common: 'Этот пароль известен: он частый или где-то украден. Придумайте другой.',
  password_is_name: 'Пароль не должен совпадать с названием магазина или вашей почтой. Придумайте другой.',

  // Rules for lists, objects and whole bodies.
  items_between: ({ least, most }) => `нужно от ${least} до ${most} строк`,
  items_at_most: ({ most }) => `не больше ${most} строк`,
  body_too_deep: 'Слишком много вложенных данных.',
  body_parts: 'Слишком много значений за один раз.',

  // Rules for money and numbers.
  above_zero: 'нужно число больше нуля',
  roubles_negative: 'сумма не может быть отрицательной',
  roubles_at_most: 'не больше 999 999 999,99 ₽',
  two_decimals: 'не больше двух знаков после запятой',
  pieces_negative: 'число не может быть отрицательным',
  pieces_at_most: 'не больше 999 999 999,999',
  three_decimals: 'не больше трёх знаков после запятой',
  on_hand: 'нужно число не больше 999 999 999,999, после запятой не больше трёх знаков',
  products_sum: 'вместе должно получиться не больше 999 999 999,99 ₽',
  order_sum: 'вместе с доставкой должно получиться не больше 999 999 999,99 ₽',
  order_texts: 'слишком много данных: столько в один заказ не помещается',
  below_refunded: ({ least }) => `не меньше ${least} ₽: столько уже возвращено`,
  refund_left: ({ most }) => `не больше ${most} ₽: столько осталось от этой оплаты`,
  payments_at_most: ({ most }) => `не добавить: у заказа уже ${most} оплат, больше не бывает`,
  refunds_at_most: ({ most }) => `не вернуть: у заказа уже ${most} возвратов, больше не бывает`,
  provider_data_left: 'слишком много данных: у заказа уже не осталось места для данных от программ',
  whole_between: ({ least, most }) => `нужно целое число от ${least} до ${most}`,
  kept_between: ({ least, most }) => `нужно целое число от ${least} до ${most}`,
  kept_or_all: ({ least, most }) => `нужно целое число от ${least} до ${most} или пустое поле, чтобы хранить всё`,

  // Rules for dates and times.
  time_of_day: 'нужно время от 00:00 до 23:59',
  calendar_day: 'такой даты нет',
  not_after_today: 'этот день ещё не наступил',
  not_before_today: 'этот день уже прошёл',
  years_ahead: ({ most }) => `нужен день не позже чем через ${most} лет`,
  not_before_next: 'нужен день не раньше следующей даты',
  not_before_from: 'должно быть не раньше первого дня',
  days_at_most: ({ most }) => `период не длиннее ${most} дней`,
  day_of_year: 'такого дня в году нет',
  merged_already: 'это уже один и тот же клиент',
  merged_at_most: ({ most }) => `больше ${most} в одном клиенте не объединить: сначала отделите кого-то`,
  instant: 'таких даты и времени нет',
  order_instant: 'таких даты и времени нет',
  payment_instant: 'таких даты и времени нет',
  year_range: 'нужен год от 1 до 9999',

  // Rules for orders and payments.
  nothing_to_change: 'Ничего не изменено.',

  // Rules of the dashboard's own requests.
  form_id: `значение не подходит; ${RELOAD}`,
  unknown_filter: 'такого фильтра нет',
  filter_times: ({ most }) => `можно выбрать не больше ${most} значений`,
  filter_sort: 'по этому столбцу сортировать нельзя',
  filter_when: 'нужно выбрать из списка',
  views_full: ({ most }) => `Подборок может быть не больше ${most}. Сначала удалите одну.`,
  history_who: 'нужно выбрать из списка',
  workbook:
    'Этот файл не прочитать: он повреждён, закрыт паролем или это не таблица. Сохраните таблицу как XLSX или CSV и выберите этот файл.',
  import_id_taken: 'Этот файл уже принят. Обновите страницу.',
  import_column: 'Не для всех обязательных полей есть столбец. Проверьте столбцы ещё раз.',
  import_file: 'Этот файл нельзя прочитать. Проверьте его ещё раз.',
  import_row: 'В файле есть ошибки. Проверьте его ещё раз.',

  // Rules for the recovery sheet.
  paper_key_line: ({ line, letters, wanted }) =>
    letters === wanted
      ? `Строка ${line} не такая, как на листе. Сверьте её по буквам.`
      : `В строке ${line} должно быть ${wanted} букв и цифр, а введено ${letters}.`,

  // Rules for API keys and people.
  keys_full: ({ most }) => `Действующих ключей может быть не больше ${most}. Сначала отзовите один.`,
  sources_full: ({ most }) => `Источников может быть не больше ${most}. Возьмите один из прежних.`,
  people_full: ({ most }) => `Людей вместе с приглашёнными может быть не больше ${most}. Сначала удалите кого-нибудь.`,

  // Rules for webhook endpoints.
  endpoints_full: ({ most }) => `Адресов может быть не больше ${most}. Сначала удалите один.`,
  url_form: 'Это не полный веб-адрес. Он начинается с https:// и имени сервера.',
  url_https: 'Адрес должен начинаться с https://, чтобы по пути никто не мог прочитать уведомления.',
  url_user: 'В адресе не должно быть имени пользователя и пароля.',
  url_port: 'Порта 0 не бывает. Уберите порт или укажите верный.',
  url_inside: ({ host }) =>
    `Адрес ${host} не публичный: он ведёт на эту же машину или во внутреннюю сеть. Docket отправляет только на публичные адреса.`,
  url_leads_inside: ({ host, to }) =>
    `Имя ${host} ведёт на ${to}, а это внутренняя сеть. Docket отправляет только на публичные адреса.`,
  url_crowded: ({ host, most }) =>
    `У имени ${host} больше ${most} IP-адресов. Docket не отправляет ни на один из них. Выберите другое имя.`,
  url_unknown: ({ host }) =>
    `Сервера с именем ${host} сейчас нет. Проверьте, нет ли опечатки; добавить адрес всё же можно, имя проверяется при каждой попытке.`,

  // Rules for statuses, stages and inquiry cards.
  steps_full: ({ most }) => `Их может быть не больше ${most}. Сначала удалите лишний.`,
  step_id: ({ most }) => `от 1 до ${most} знаков: латинские буквы a–z, цифры и дефис, но не первым`,
  step_id_taken: 'Такой идентификатор уже есть.',
  step_name_taken: 'Такое название уже есть.',
  status_stays_on: INITIAL,
  status_stays: INITIAL,
  stage_last: 'Это единственный этап, а хотя бы один должен остаться.',
  stage_other: 'Выберите, куда перенести заявки.',
  stage_unknown: 'Этого этапа больше нет.',
  dotted_names: 'нужны имена полей через точку, например client.name',

  // Rules for order numbers.
  number_prefix: ({ most }) => `до ${most} символов в одну строку, без пробела в начале`,
  numbers_taken: 'Дальше занято больше тысячи номеров подряд. Начните после них.',
  numbers_go_back: ({ from }) => `это раньше ${from}, где нумерация стоит сейчас`,

  // Rules for stock.
  product_id_taken: 'Такой идентификатор уже есть у другого товара.',
  barcode_taken: ({ name }) => `Этот штрихкод уже у товара «${name}».`,
  rounded_digits: 'Это число округлила таблица. Сделайте столбец текстовым и впишите цифры заново.',

  // Rules for the mail server.
  mail_host: 'это не имя и не адрес почтового сервера',
  mail_tls: 'Без шифрования можно обращаться только к почтовому серверу на этой же машине.',
  mail_user: 'К паролю нужен пользователь.',
  mail_password: 'Пользователю нужен пароль.',
  mail_password_again: 'Введите пароль ещё раз: изменились сервер, порт, шифрование или пользователь.',
  mail_password_lost: 'Введите пароль ещё раз: сохранённый прочитать не удаётся.',

  // Rules for the target of backups.
  backup_target: 'нужен полный путь к папке или адрес вида s3://bucket/prefix',
  bucket_name: ({ bucket }) => `«${bucket}» не имя бакета: в S3 это от 3 до 63 знаков a-z, 0-9, «.» и «-»`,
  bucket_endpoint: 'нужен адрес вида https://s3.example.com, а для AWS ничего',
  bucket_region: 'нужно одно слово латиницей, например eu-central-1, или ничего',
  bucket_secret: 'Введите секретный ключ.',
  bucket_secret_again:
    'Введите секретный ключ ещё раз: изменились адрес или ключ доступа, или сохранённый прочитать не удаётся.',

  // Rules for people and backups.
  person_here: 'Этот человек здесь уже есть.',
  person_invited: 'Этот человек уже приглашён.',
  restore_word: 'Введите слово ВОССТАНОВИТЬ: здесь уже есть заказы или заявки.',

  // Errors that the page finds before sending.
  valueMissing: 'Заполните это поле.',
  badInput: 'записано не так, как нужно',
  typeMismatch: 'Проверьте адрес: похоже, в нём опечатка.',
  patternMismatch: 'записано не так, как нужно',
  tooShort: ({ least }) => `не короче ${least} символов`,
  tooLong: ({ most }) => `не длиннее ${most} символов`,
  rangeUnderflow: ({ least }) => `не меньше ${least}`,
  rangeOverflow: ({ most }) => `не больше ${most}`,
  stepMismatch: 'нужно целое число',

  // Errors in the shape of a request, found by the route's schema.
  shape: `Запрос не подходит; ${RELOAD}.`,
  shape_unknown: `этого поля здесь нет; ${RELOAD}`,
  shape_near: `этого поля здесь нет; ${RELOAD}`,
  shape_elsewhere: `этого поля здесь нет; ${RELOAD}`,
  shape_missing: 'нужно заполнить',
  shape_text: 'нужен текст',
  shape_written: 'текст слишком длинный или записан не так, как нужно',
  shape_id: 'значение не подходит; обновите страницу и попробуйте снова',
  shape_scalar: 'нужен текст или число',
  shape_number: 'нужно число',
  shape_number_above: ({ least }) => `нужно число больше ${least}`,
  shape_number_least: ({ least }) => `нужно число не меньше ${least}`,
  shape_number_between: ({ least, most }) => `нужно число от ${least} до ${most}`,
  shape_list: 'нужен список',
  shape_list_between: ({ least, most }) => `нужно от ${least} до ${most} строк`,
  shape_choice: 'нужно выбрать одно из предложенного',
  shape_object: `значение не подходит; ${RELOAD}`,
  shape_other: `значение не подходит; ${RELOAD}`,
};
