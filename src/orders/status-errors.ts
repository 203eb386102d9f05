import { AppError } from '../base/index.ts';

export const invalidStatus = (statusId: string): AppError =>
  new AppError('invalid_status', 'statusId is no active status of this workspace.', {
    statusId: statusId.slice(0, 200),
  });
