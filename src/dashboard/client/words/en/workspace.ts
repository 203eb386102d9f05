import { forms } from '../plural.ts';

export const WORKSPACE_EN = {
  profile: 'Name and time zone',
  name: 'Name of the business',
  nameHint: 'Stands in the mails to owners as well.',
  timeZone: 'Time zone',
  timeZoneHint: 'Days begin and end by it, in lists and totals. Days of orders that are there stay as they are.',
  saved: 'Saved.',
  numbers: 'Numbers of orders',
  numbersWhat:
    'Given to an order that comes without a number of its own. A change holds for new orders alone; those that are there keep their numbers.',
  prefix: 'Before the number',
  prefixHint: 'Up to 16 characters, such as A- or 2027/. May be empty.',
  padding: 'Digits at least',
  paddingHint: '0: no zeros before the number.',
  next: 'Next number',
  nextHint: 'Numbers that an order bears already are passed over.',
  preview: 'The next three:',
  passedOver: forms({ one: '# number in use is passed over', other: '# numbers in use are passed over' }),
  goesBack: (next: string) =>
    `The series stands at ${next} and would go back. New orders may come before older ones when sorted by number.`,
  goBack: 'Go back all the same',
  plan: 'Plan',
  plans: {
    free: { name: 'Free', opens: 'Orders by hand in this dashboard. No API, no inquiries from outside, no webhooks.' },
    pro: { name: 'Pro', opens: 'All of it: the API for your site and chatbot, inquiries, webhooks.' },
    business: { name: 'Business', opens: 'The same as Pro.' },
  },
  current: 'Current',
  choose: (plan: string) => `Change to ${plan}`,
  changeTitle: (plan: string) => `Change the plan to ${plan}`,
  switches: 'Switches',
  on: 'On',
  off: 'Off',
  switchOn: 'Switch on',
  switchOff: 'Switch off',
  api: { name: 'API', opens: 'Your site, chatbot or till makes and reads orders with a key.' },
  inquiries: { name: 'Inquiries', opens: 'Forms of your site hand in free-form inquiries by the API.' },
  webhooks: { name: 'Webhooks', opens: 'Docket tells your servers what happened to an order.' },
  needsPlan: 'Not in the plan Free.',
  devOnly: 'This server takes no inquiries: it was not started with --environment\u00A0dev.',
  titleOf: (name: string, on: boolean) => (on ? `Switch on: ${name}` : `Switch off: ${name}`),
  keysRefused: forms({
    one: '# key is refused from its next call on.',
    other: '# keys are refused from their next call on.',
  }),
  noKeys: 'There is no key that would notice.',
  keysWork: forms({ one: '# key works again.', other: '# keys work again.' }),
  inquiriesRefused: forms({
    one: '# key can hand in no more inquiries; its orders go on.',
    other: '# keys can hand in no more inquiries; their orders go on.',
  }),
  endpointsSilent: forms({
    one: 'New events are not sent to # address.',
    other: 'New events are not sent to # addresses.',
  }),
  waits: forms({ one: '# notification that waits is kept.', other: '# notifications that wait are kept.' }),
  goesOut: forms({ one: '# notification that waits goes out.', other: '# notifications that wait go out.' }),
  noEndpoints: 'There is no address that would notice.',
  staysOff: (name: string) => `${name}: its switch stays off.`,
  kept: 'Orders, keys, addresses and settings stay as they are.',
  further: 'A further workspace',
  furtherWhat:
    'For another shop or brand: its own orders, keys, people and numbers. You become its owner; you change over at the top of the menu.',
  create: 'Make a workspace',
};

export type WorkspaceWords = typeof WORKSPACE_EN;
