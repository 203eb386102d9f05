import type { AuditAction } from '../storage/index.ts';
import { writeAudit } from './audit.ts';
import type { WorkspaceCtx } from './context.ts';

/** What can be taken out of a workspace as a table. */
export type ExportAction = Extract<AuditAction, 'orders.exported' | 'product.exported' | 'history.exported'>;

/** Before its first byte: what left the workspace stands in the history, however the download ends. */
export const noteExport = ({ storage, workspace, actor }: WorkspaceCtx, action: ExportAction): Promise<void> =>
  storage.write((tx) => writeAudit(tx, { workspaceSeq: workspace.seq, actor, action, subject: workspace.id }));
