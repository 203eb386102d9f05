import { listSeenPaths, readCardSettings, saveCardSettings } from '../../inquiries/index.ts';
import { type Desk, Done, group } from '../desk/index.ts';
import { SettingsAnswer } from './answers.ts';
import { Settings } from './model.ts';

const SETTINGS = '/app/api/workspaces/:workspace/inquiry-settings';

export const inquirySettingsRoutes = (desk: Desk) =>
  group(desk, 'inquiry-settings')
    .get(
      SETTINGS,
      async ({ ctx }) => ({
        settings: readCardSettings(ctx.storage.read, ctx.workspace.seq),
        seen: await listSeenPaths(ctx),
      }),
      { viewer: true, response: SettingsAnswer },
    )
    .post(SETTINGS, ({ ctx, body }) => saveCardSettings(ctx, body), { owner: true, body: Settings, response: Done });
