import { Type } from '@sinclair/typebox';
import { t } from 'elysia';
import { CLOSED } from '../../web/index.ts';
import { NewOrder } from '../orders/model.ts';

const StageId = t.String({ minLength: 1, maxLength: 100 });
const Path = t.Union([t.String({ maxLength: 2_000 }), t.Null()]);

export const CardsQuery = t.Object({ stage: StageId, cursor: t.Optional(t.String({ maxLength: 300 })) }, CLOSED);
export const Move = t.Object(
  {
    stageId: StageId,
    /** The inquiry's version as the card showed it. If it is left out, later changes do not stop the move. */
    expectedVersion: t.Optional(Type.Integer({ minimum: 1 })),
  },
  CLOSED,
);
export const Note = t.Object({ text: t.String({ maxLength: 20_000 }) }, CLOSED);
export const OrderOf = NewOrder;
export const Settings = t.Object({ titlePath: Path, phonePath: Path, textPath: Path, staleHours: t.Number() }, CLOSED);
