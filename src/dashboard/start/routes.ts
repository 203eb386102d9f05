import { answerAside, canMail, type Desk, group } from '../desk/index.ts';
import { StartAnswer } from './answers.ts';
import { readStart } from './readings.ts';

export const startRoutes = (desk: Desk) =>
  group(desk, 'start').get(
    '/app/api/workspaces/:workspace/start',
    ({ ctx }) => answerAside(ctx, readStart, { role: ctx.role, mail: canMail(ctx) }),
    { viewer: true, response: StartAnswer },
  );
