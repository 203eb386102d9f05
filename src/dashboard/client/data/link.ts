import { me, workspace } from './me.ts';

/** A link to a page as others can use it: where there are several workspaces, it says which one. */
export function linkTo(path: string): string {
  const several = (me.value?.workspaces.length ?? 0) > 1;
  return `${location.origin}${path}${several ? `?workspace=${workspace.value?.id}` : ''}`;
}
