import { me, showsPlan, workspace } from '../../data/me.ts';

export function Installation() {
  const installation = me.value?.installation;
  return (
    <p class="meta">
      {installation?.environment === 'dev' && <span class="chip busy">dev</span>}{' '}
      {showsPlan() && `${workspace.value?.plan} · `}
      {installation?.version}
    </p>
  );
}
