import { me, workspace } from './me.ts';

function from(base: string, path: string): string {
  const several = (me.value?.workspaces.length ?? 0) > 1;
  return `${base}${path}${several ? `?workspace=${workspace.value?.id}` : ''}`;
}

export const linkTo = (path: string): string => from(location.origin, path);

export const printedLinkTo = (path: string): string =>
  from(me.value?.installation.publicUrl?.replace(/\/$/, '') ?? location.origin, path);
