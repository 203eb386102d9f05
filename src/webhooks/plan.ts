import { AppError } from '../base/index.ts';

/** The refusal for a workspace below Pro that wants webhooks to do something. */
export const planRequired = (): AppError => new AppError({ rule: 'webhooks_plan' });
