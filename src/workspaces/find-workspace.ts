import { asc, eq } from 'drizzle-orm';
import { isUuid } from '../base/index.ts';
import { type Storage, workspaces } from '../storage/index.ts';
import type { Workspace } from './context.ts';

export const workspaceColumns = {
  seq: workspaces.seq,
  id: workspaces.id,
  name: workspaces.name,
  plan: workspaces.plan,
  timeZone: workspaces.timeZone,
  apiEnabled: workspaces.apiEnabled,
  inquiriesEnabled: workspaces.inquiriesEnabled,
  webhooksEnabled: workspaces.webhooksEnabled,
  accent: workspaces.accent,
  logoAt: workspaces.logoAt,
  address: workspaces.address,
  phone: workspaces.phone,
  thanks: workspaces.thanks,
  mapService: workspaces.mapService,
  mapCity: workspaces.mapCity,
  secondFactorRequired: workspaces.secondFactorRequired,
  browsersKeep: workspaces.browsersKeep,
  slots: workspaces.slots,
};

/** Lists all workspaces, oldest first. */
export function listWorkspaces(storage: Storage): Workspace[] {
  return storage.read.select(workspaceColumns).from(workspaces).orderBy(asc(workspaces.seq)).all();
}

export function findWorkspace(storage: Storage, id: string): Workspace | undefined {
  if (!isUuid(id)) return undefined;
  return storage.read.select(workspaceColumns).from(workspaces).where(eq(workspaces.id, id)).get();
}
