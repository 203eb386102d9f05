import type { AuditAction } from '../storage/index.ts';
import { writeAudit } from './audit.ts';
import type { WorkspaceCtx } from './context.ts';

export type ExportAction = Extract<
  AuditAction,
  | 'client.exported'
  | 'clients.exported'
  | 'orders.exported'
  | 'payments.exported'
  | 'product.exported'
  | 'report.exported'
  | 'till.exported'
  | 'history.exported'
>;

/**
 * Records an export in the history. The record is written before the first byte is sent, so the history also shows
 * downloads that fail.
 */
export const noteExport = ({ storage, workspace, actor }: WorkspaceCtx, action: ExportAction): Promise<void> =>
  storage.write((tx) => writeAudit(tx, { workspaceSeq: workspace.seq, actor, action, subject: workspace.id }));
