import { AppError } from '../../base/index.ts';

export const invalidStatus = (statusId: string): AppError =>
  new AppError(
    { rule: 'invalid_status' },
    {
      statusId: statusId.slice(0, 200),
    },
  );
