/**
 * Joins the chunks of script that the first pages share. Otherwise a first page would load 25 files in sequence, which
 * takes seconds over a slow connection.
 */

export interface Built {
  readonly name: string;
  readonly type: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** The source file of an entry script; undefined for other files. */
  readonly source: string | undefined;
  readonly needs: readonly string[];
}

export interface First {
  /**
   * The script that starts the page. It stays separate, because visitors who are not signed in need no other script.
   */
  readonly entry: string;
  /** The script into which all shared chunks are joined. */
  readonly desk: string;
  /** Scripts that are not joined into `desk`. Each visit loads `desk` and only some of these scripts. */
  readonly beside: readonly string[];
}

const IMPORT = /^import(?:\{(?<names>[^}]*)\}from)?"\/(?<from>[^"]+)";/;
const text = (built: Built): string => new TextDecoder().decode(built.bytes);

export function closureOf(files: ReadonlyMap<string, Built>, names: readonly string[], known = new Set<string>()) {
  for (const name of names) {
    if (known.has(name)) continue;
    known.add(name);
    closureOf(files, files.get(name)?.needs ?? [], known);
  }
  return known;
}

export async function joinChunks(built: readonly Built[], { entry, desk, beside }: First): Promise<Built[]> {
  const files = new Map(built.map((one) => [one.name, one]));
  const apart = new Set([...closureOf(files, [entry]), ...beside]);
  const members = [...closureOf(files, [desk, ...beside])].filter((name) => !apart.has(name));
  const names = namesOf(
    built.filter(({ name }) => name.endsWith('.js')),
    members,
  );
  const joined = await bundle(files, members, names);
  // When the joined script changes, its importers must be fetched again too. Otherwise two copies of the script would
  // run.
  const version = Bun.hash(joined).toString(36).slice(0, 8);
  const renamed = (name: string): string => name.replace(/\.js$/, `-${version}.js`);
  const rename = (code: string): string => code.replaceAll(/(?<="\/)chunk-\w+\.js(?=")/g, renamed);
  return built
    .filter(({ name }) => name === desk || !members.includes(name))
    .map((one) => {
      if (!/\.(?:js|html)$/.test(one.name)) return one;
      const code = one.name === desk ? joined : one.name.endsWith('.js') ? rewrite(text(one), names, desk) : text(one);
      const wanted = one.name === desk ? members.flatMap((name) => files.get(name)?.needs ?? []) : one.needs;
      const needs = new Set(
        wanted.map((name) => (members.includes(name) ? desk : name)).filter((name) => name !== one.name),
      );
      return {
        ...one,
        name: renamed(one.name),
        bytes: new TextEncoder().encode(rename(code)),
        needs: [...needs].map(renamed),
      };
    });
}

type ImportedName = readonly [name: string, as: string];

/** Splits off a script's imports, which the bundler puts at its head. */
function takeImports(code: string) {
  const imports: { readonly from: string; readonly taken: readonly ImportedName[] }[] = [];
  let rest = code;
  for (let found = IMPORT.exec(rest); found !== null; found = IMPORT.exec(rest)) {
    const { names = '', from = '' } = found.groups ?? {};
    const each = names.split(',').filter(Boolean);
    imports.push({ from, taken: each.map((one) => one.split(' as ')).map(([name = '', as = name]) => [name, as]) });
    rest = rest.slice(found[0].length);
  }
  return { imports, rest };
}

/** Gives a short, unique name to each value that scripts import from `members`, the scripts to be joined. */
function namesOf(scripts: readonly Built[], members: readonly string[]) {
  const names = new Map<string, Map<string, string>>(members.map((name) => [name, new Map()]));
  let count = 0;
  for (const script of scripts) {
    for (const { from, taken } of takeImports(text(script)).imports) {
      const own = names.get(from);
      for (const [name] of taken) {
        if (own === undefined || own.has(name)) continue;
        own.set(name, `$${count.toString(36)}`);
        count += 1;
      }
    }
  }
  return names;
}

type Names = ReturnType<typeof namesOf>;

/**
 * Returns the names that the members import from scripts outside their group, by script. The joined script imports each
 * of those scripts once. Otherwise it would import the same names once for each member.
 */
function outsideOf(files: ReadonlyMap<string, Built>, members: readonly string[]) {
  const outside = new Map<string, Set<string>>();
  for (const member of members) {
    const file = files.get(member);
    if (file === undefined) continue;
    for (const { from, taken } of takeImports(text(file)).imports) {
      if (members.includes(from) || taken.length === 0) continue;
      const names = outside.get(from) ?? new Set();
      for (const [name] of taken) names.add(name);
      outside.set(from, names);
    }
  }
  return outside;
}

/** Joins the members into one script; the bundler keeps their names apart. */
async function bundle(files: ReadonlyMap<string, Built>, members: readonly string[], names: Names): Promise<string> {
  const lines = members.map((name) => {
    const exported = [...(names.get(name) ?? [])].map(([own, as]) => `${own} as ${as}`).join();
    return `export{${exported}}from"/${name}";`;
  });
  const head = 'joined:head';
  const outside = outsideOf(files, members);
  const { outputs } = await Bun.build({
    entrypoints: [head],
    target: 'browser',
    minify: true,
    plugins: [
      {
        name: 'joined chunks',
        setup(build) {
          build.onResolve({ filter: /.*/ }, ({ path, importer }) => {
            const name = path.replace(/^\//, '');
            if (path === head || members.includes(name)) return { path: name, namespace: 'joined' };
            return outside.has(name) && importer !== name
              ? { path: name, namespace: 'outside' }
              : { path, external: true };
          });
          build.onLoad({ filter: /.*/, namespace: 'outside' }, ({ path }) => ({
            loader: 'js',
            contents: `export{${[...(outside.get(path) ?? [])].join()}}from"/${path}";`,
          }));
          build.onLoad({ filter: /.*/, namespace: 'joined' }, ({ path }) => {
            const file = files.get(path);
            return {
              loader: 'js',
              contents: file === undefined ? `${lines.join('')}export*from"/${members[0]}";` : text(file),
            };
          });
        },
      },
    ],
  });
  return (await outputs[0]?.text()) ?? '';
}

/**
 * Makes a script import from `desk` instead of the joined chunks. @throws Error if the result still names such a chunk
 */
function rewrite(code: string, names: Names, desk: string): string {
  const { imports, rest } = takeImports(code);
  const heads = imports.map(({ from, taken }) => {
    const own = names.get(from);
    const list = taken.map(([name, as]) => `${own?.get(name) ?? name} as ${as}`).join();
    return `import${list === '' ? '' : `{${list}}from`}"/${own === undefined ? from : desk}";`;
  });
  const left = [...names.keys()].find((name) => name !== desk && rest.includes(name));
  if (left !== undefined) throw new Error(`a script still names ${left}, which is joined into another one`);
  return heads.join('') + rest;
}
