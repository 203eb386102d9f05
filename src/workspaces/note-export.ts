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

/** Records an export in the history before its first byte is sent, so that failed downloads show too. */
export const noteExport = ({ storage, workspace, actor }: WorkspaceCtx, action: ExportAction): Promise<void> =>
  storage.write((tx) => writeAudit(tx, { workspaceSeq: workspace.seq, actor, action, subject: workspace.id }));
