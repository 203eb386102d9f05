import { AppError } from '../base/index.ts';

export const planRequired = (): AppError => new AppError({ rule: 'webhooks_plan' });
