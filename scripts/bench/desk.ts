interface Me {
  readonly data: { readonly workspaces: readonly { readonly id: string }[] };
}

interface Login {
  readonly email: string;
  readonly password: string;
}

/** Signs in to the dashboard. @returns the session's cookie, and the base URL of the workspace's data */
export async function enterDesk(url: string, { email, password }: Login) {
  const response = await fetch(`${url}/app/api/sign-in`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
    body: JSON.stringify({ email, password, remember: false }),
  });
  const cookie = response.headers.get('set-cookie')?.split(';')[0] ?? '';
  const { data } = (await (await fetch(`${url}/app/api/me`, { headers: { cookie } })).json()) as Me;
  return { cookie, base: `${url}/app/api/workspaces/${data.workspaces[0]?.id}` };
}

/** The fields of the backups page that the bench reads. The latest run comes first. */
interface Backups {
  readonly busy: boolean;
  readonly runs: readonly { readonly outcome: string; readonly reason: string | null }[];
}

const LOOK_MS = 500;

/** Signs in first, because a backup requires a recently entered password. */
export async function backUp(url: string, shop: Login): Promise<void> {
  const { cookie, base } = await enterDesk(url, shop);
  const headers = { cookie, 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' };
  const backups = `${base}/backups`;
  const { status } = await fetch(backups, { method: 'POST', headers, body: '{}' });
  if (status !== 200) throw new Error(`a backup was answered with ${status}`);
  for (;;) {
    await Bun.sleep(LOOK_MS);
    const { busy, runs } = ((await (await fetch(backups, { headers })).json()) as { data: Backups }).data;
    if (busy) continue;
    if (runs[0]?.outcome !== 'verified') throw new Error(`no backup was made: ${runs[0]?.reason ?? 'none was begun'}`);
    return;
  }
}
