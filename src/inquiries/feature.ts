import type { Environment } from '../base/index.ts';
import { hasAutomation, type Workspace } from '../workspaces/index.ts';

export type InquiryRefusal = 'plan_required' | 'api_disabled' | 'inquiries_disabled' | 'dev_environment_only';

export function whyOff(workspace: Workspace, environment: Environment): InquiryRefusal | null {
  if (!hasAutomation(workspace)) return 'plan_required';
  if (!workspace.apiEnabled) return 'api_disabled';
  if (!workspace.inquiriesEnabled) return 'inquiries_disabled';
  return environment === 'dev' ? null : 'dev_environment_only';
}
