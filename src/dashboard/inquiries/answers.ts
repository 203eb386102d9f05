import { t } from 'elysia';
import type { InquiryRefusal, InquiryStep } from '../../inquiries/index.ts';
import type { Actor, Changes } from '../../workspaces/index.ts';
import { answers, Count, closed, given, Instant, list, nullable, Text, word } from '../desk/index.ts';
import { ListedStep, stepProperties } from '../flows/answers.ts';

const Settings = closed({
  titlePath: nullable(Text),
  phonePath: nullable(Text),
  textPath: nullable(Text),
  staleHours: t.Number(),
});

const face = { title: Text, phone: Text, email: Text, text: Text };
const Card = closed({
  ...face,
  id: Text,
  version: Count,
  source: Text,
  hasOrder: t.Boolean(),
  createdAt: Instant,
  updatedAt: Instant,
});
const page = { cards: list(Card), nextCursor: nullable(Text) };

export const CardsAnswer = answers(closed(page));
export const BoardAnswer = answers(
  closed({
    columns: list(closed({ ...stepProperties, count: Count, ...page })),
    settings: Settings,
    off: nullable(word<InquiryRefusal>()),
  }),
);
export const UntouchedAnswer = answers(closed({ count: Count }));

const Step = closed({
  kind: word<InquiryStep['kind']>(),
  at: Instant,
  actorType: word<Actor['type']>(),
  actorName: nullable(Text),
  requestId: nullable(Text),
  note: nullable(Text),
  changes: given<Changes | null>(),
});
const Inquiry = closed({
  id: Text,
  version: Count,
  source: Text,
  idempotencyKey: nullable(Text),
  stageId: Text,
  card: closed(face),
  message: Text,
  order: nullable(closed({ id: Text, num: Text, deleted: t.Boolean() })),
  payloadText: Text,
  createdAt: Instant,
  history: list(Step),
  earlier: Count,
});
export const InquiryAnswer = answers(closed({ inquiry: Inquiry, stages: list(ListedStep) }));

export const MovedAnswer = answers(closed({ version: Count, position: Count, count: Count }));
export const NotedAnswer = answers(closed({ version: Count }));

const SeenPath = closed({ path: Text, example: Text });
export const SettingsAnswer = answers(closed({ settings: Settings, seen: list(SeenPath) }));
