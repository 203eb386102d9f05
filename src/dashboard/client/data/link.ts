import { me, workspace } from './me.ts';

/** The address names the workspace if the person has several. */
function from(base: string, path: string): string {
  const several = (me.value?.workspaces.length ?? 0) > 1;
  return `${base}${path}${several ? `?workspace=${workspace.value?.id}` : ''}`;
}

/** Returns a link to a page, for passing on to other people. */
export const linkTo = (path: string): string => from(location.origin, path);

/** Returns a link for printing. It begins with the installation's public address if one is set. */
export const printedLinkTo = (path: string): string =>
  from(me.value?.installation.publicUrl?.replace(/\/$/, '') ?? location.origin, path);
