import type { Language } from '../base/index.ts';
import aClientAsks from './a-client-asks.md' with { type: 'text' };
import account from './account.md' with { type: 'text' };
import backups from './backups.md' with { type: 'text' };
import capacity from './capacity.md' with { type: 'text' };
import changes from './changes.md' with { type: 'text' };
import clients from './clients.md' with { type: 'text' };
import codeMap from './code-map.md' with { type: 'text' };
import commands from './commands.md' with { type: 'text' };
import dataAndKeys from './data-and-keys.md' with { type: 'text' };
import decisions from './decisions.md' with { type: 'text' };
import errors from './errors.md' with { type: 'text' };
import faults from './faults.md' with { type: 'text' };
import figures from './figures.md' with { type: 'text' };
import firstDay from './first-day.md' with { type: 'text' };
import followingAlong from './following-along.md' with { type: 'text' };
import generatedClients from './generated-clients.md' with { type: 'text' };
import howAChangeTravels from './how-a-change-travels.md' with { type: 'text' };
import howWeWork from './how-we-work.md' with { type: 'text' };
import importAndExport from './import-and-export.md' with { type: 'text' };
import inquiries from './inquiries.md' with { type: 'text' };
import install from './install.md' with { type: 'text' };
import litestream from './litestream.md' with { type: 'text' };
import mail from './mail.md' with { type: 'text' };
import moneyAndDates from './money-and-dates.md' with { type: 'text' };
import orders from './orders.md' with { type: 'text' };
import payments from './payments.md' with { type: 'text' };
import people from './people.md' with { type: 'text' };
import proxy from './proxy.md' with { type: 'text' };
import quickstart from './quickstart.md' with { type: 'text' };
import receivers from './receivers.md' with { type: 'text' };
import releasing from './releasing.md' with { type: 'text' };
import repeats from './repeats.md' with { type: 'text' };
import reports from './reports.md' with { type: 'text' };
import restore from './restore.md' with { type: 'text' };
import retention from './retention.md' with { type: 'text' };
import aClientAsksRu from './ru/a-client-asks.md' with { type: 'text' };
import accountRu from './ru/account.md' with { type: 'text' };
import backupsRu from './ru/backups.md' with { type: 'text' };
import clientsRu from './ru/clients.md' with { type: 'text' };
import dataAndKeysRu from './ru/data-and-keys.md' with { type: 'text' };
import errorsRu from './ru/errors.md' with { type: 'text' };
import faultsRu from './ru/faults.md' with { type: 'text' };
import firstDayRu from './ru/first-day.md' with { type: 'text' };
import followingAlongRu from './ru/following-along.md' with { type: 'text' };
import generatedClientsRu from './ru/generated-clients.md' with { type: 'text' };
import importAndExportRu from './ru/import-and-export.md' with { type: 'text' };
import inquiriesRu from './ru/inquiries.md' with { type: 'text' };
import installRu from './ru/install.md' with { type: 'text' };
import litestreamRu from './ru/litestream.md' with { type: 'text' };
import mailRu from './ru/mail.md' with { type: 'text' };
import moneyAndDatesRu from './ru/money-and-dates.md' with { type: 'text' };
import ordersRu from './ru/orders.md' with { type: 'text' };
import paymentsRu from './ru/payments.md' with { type: 'text' };
import peopleRu from './ru/people.md' with { type: 'text' };
import proxyRu from './ru/proxy.md' with { type: 'text' };
import quickstartRu from './ru/quickstart.md' with { type: 'text' };
import receiversRu from './ru/receivers.md' with { type: 'text' };
import repeatsRu from './ru/repeats.md' with { type: 'text' };
import reportsRu from './ru/reports.md' with { type: 'text' };
import restoreRu from './ru/restore.md' with { type: 'text' };
import retentionRu from './ru/retention.md' with { type: 'text' };
import securityRu from './ru/security.md' with { type: 'text' };
import settingsRu from './ru/settings.md' with { type: 'text' };
import stockRu from './ru/stock.md' with { type: 'text' };
import updateRu from './ru/update.md' with { type: 'text' };
import versionsRu from './ru/versions.md' with { type: 'text' };
import watchingRu from './ru/watching.md' with { type: 'text' };
import webhooksRu from './ru/webhooks.md' with { type: 'text' };
import whenSomethingIsWrongRu from './ru/when-something-is-wrong.md' with { type: 'text' };
import security from './security.md' with { type: 'text' };
import settings from './settings.md' with { type: 'text' };
import stock from './stock.md' with { type: 'text' };
import update from './update.md' with { type: 'text' };
import versions from './versions.md' with { type: 'text' };
import watching from './watching.md' with { type: 'text' };
import webhooks from './webhooks.md' with { type: 'text' };
import whenSomethingIsWrong from './when-something-is-wrong.md' with { type: 'text' };

/** The texts are loaded with the first request, so that the start does not wait for them. */
export const TEXTS: Readonly<Record<Language, Readonly<Record<string, string>>>> = {
  en: {
    'first-day': firstDay,
    orders,
    payments,
    clients,
    reports,
    inquiries,
    stock,
    people,
    account,
    'a-client-asks': aClientAsks,
    'import-and-export': importAndExport,
    'when-something-is-wrong': whenSomethingIsWrong,
    'generated-clients': generatedClients,
    quickstart,
    repeats,
    'money-and-dates': moneyAndDates,
    errors,
    webhooks,
    receivers,
    'following-along': followingAlong,
    versions,
    install,
    proxy,
    settings,
    commands,
    mail,
    backups,
    restore,
    update,
    watching,
    faults,
    litestream,
    retention,
    capacity,
    security,
    'data-and-keys': dataAndKeys,
    'code-map': codeMap,
    'how-a-change-travels': howAChangeTravels,
    'how-we-work': howWeWork,
    figures,
    decisions,
    releasing,
    changes,
  },
  ru: {
    'first-day': firstDayRu,
    orders: ordersRu,
    payments: paymentsRu,
    clients: clientsRu,
    reports: reportsRu,
    inquiries: inquiriesRu,
    stock: stockRu,
    people: peopleRu,
    account: accountRu,
    'a-client-asks': aClientAsksRu,
    'import-and-export': importAndExportRu,
    'when-something-is-wrong': whenSomethingIsWrongRu,
    'generated-clients': generatedClientsRu,
    quickstart: quickstartRu,
    repeats: repeatsRu,
    'money-and-dates': moneyAndDatesRu,
    errors: errorsRu,
    webhooks: webhooksRu,
    receivers: receiversRu,
    'following-along': followingAlongRu,
    versions: versionsRu,
    install: installRu,
    proxy: proxyRu,
    settings: settingsRu,
    mail: mailRu,
    backups: backupsRu,
    restore: restoreRu,
    update: updateRu,
    watching: watchingRu,
    faults: faultsRu,
    litestream: litestreamRu,
    retention: retentionRu,
    security: securityRu,
    'data-and-keys': dataAndKeysRu,
  },
};
