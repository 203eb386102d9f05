import { t } from 'elysia';
import { TONES } from '../../inquiries/index.ts';
import { CLOSED } from '../../web/index.ts';
import { NewOrder } from '../orders/model.ts';

/** What the pages of inquiries send. */

const StageId = t.String({ minLength: 1, maxLength: 100 });
const StageName = t.String({ maxLength: 1_000 });
const Tone = t.UnionEnum(TONES);
const Path = t.Union([t.String({ maxLength: 2_000 }), t.Null()]);

export const CardsQuery = t.Object({ stage: StageId, cursor: t.Optional(t.String({ maxLength: 300 })) }, CLOSED);
export const Move = t.Object(
  {
    stageId: StageId,
    /** The inquiry's version as its card was shown; left out to move it whatever was done meanwhile. */
    expectedVersion: t.Optional(t.Integer({ minimum: 1 })),
  },
  CLOSED,
);
export const Note = t.Object({ text: t.String({ maxLength: 20_000 }) }, CLOSED);
export const OrderOf = NewOrder;
export const NewStage = t.Object({ name: StageName, tone: Tone, terminal: t.Boolean() }, CLOSED);
export const StageChange = t.Object(
  { name: t.Optional(StageName), tone: t.Optional(Tone), terminal: t.Optional(t.Boolean()) },
  { ...CLOSED, minProperties: 1 },
);
export const StageOrder = t.Object({ ids: t.Array(StageId, { maxItems: 100 }) }, CLOSED);
/** Where its inquiries go. */
export const StageRemoval = t.Object({ to: t.Optional(StageId) }, CLOSED);
export const Settings = t.Object({ titlePath: Path, phonePath: Path, textPath: Path, staleHours: t.Number() }, CLOSED);
