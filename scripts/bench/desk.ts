interface Me {
  readonly data: { readonly workspaces: readonly { readonly id: string }[] };
}

/** Signs the owner in. @returns where the workspace's data are asked for */
export async function enterDesk(url: string, shop: Parameters<typeof signIn>[1]) {
  const cookie = await signIn(url, shop);
  const { data } = (await (await fetch(`${url}/app/api/me`, { headers: { cookie } })).json()) as Me;
  return { cookie, base: `${url}/app/api/workspaces/${data.workspaces[0]?.id}` };
}

export async function signIn(
  url: string,
  { email, password }: { readonly email: string; readonly password: string },
): Promise<string> {
  const response = await fetch(`${url}/app/api/sign-in`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
    body: JSON.stringify({ email, password, remember: false }),
  });
  return response.headers.get('set-cookie')?.split(';')[0] ?? '';
}
