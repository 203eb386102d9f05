import { AppError } from '../base/index.ts';

/** What a workspace below Pro hears when it wants webhooks to do something. */
export const planRequired = (): AppError => new AppError({ rule: 'webhooks_plan' });
