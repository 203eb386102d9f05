import { AppError } from '../base/index.ts';

/** The refusal of webhook changes for a workspace below Pro. */
export const planRequired = (): AppError => new AppError({ rule: 'webhooks_plan' });
