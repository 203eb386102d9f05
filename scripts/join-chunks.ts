/**
 * Joins the chunks of script that the first pages share. The bundler makes a chunk for each set of pages that share
 * something. So the first list took 25 files, one behind the other, which is seconds over a slow connection.
 */

/** A file for the browser, as it was built. */
export interface Built {
  readonly name: string;
  readonly type: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** The source file that a script begins with. */
  readonly source: string | undefined;
  /** The scripts that it needs before it runs. */
  readonly needs: readonly string[];
}

export interface First {
  /** Begins the page, and stays by itself: visitors who are not signed in need no more. */
  readonly entry: string;
  /** Takes in what is shared. */
  readonly desk: string;
  /** One of them comes with each visit, beside the desk. */
  readonly beside: readonly string[];
}

const IMPORT = /^import(?:\{(?<names>[^}]*)\}from)?"\/(?<from>[^"]+)";/;
const text = (built: Built): string => new TextDecoder().decode(built.bytes);

/** All that scripts need before they run, themselves among it. */
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
  // Scripts that import the joined one must be fetched again with it, or there would be two of it.
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

/** A name of another script, and what it is called here. */
type Taken = readonly [name: string, as: string];

/** Splits a script into its imports and the rest. The bundler puts all imports at the head. */
function takeImports(code: string) {
  const imports: { readonly from: string; readonly taken: readonly Taken[] }[] = [];
  let rest = code;
  for (let found = IMPORT.exec(rest); found !== null; found = IMPORT.exec(rest)) {
    const { names = '', from = '' } = found.groups ?? {};
    const each = names.split(',').filter(Boolean);
    imports.push({ from, taken: each.map((one) => one.split(' as ')).map(([name = '', as = name]) => [name, as]) });
    rest = rest.slice(found[0].length);
  }
  return { imports, rest };
}

/**
 * Maps the names that others import from each member to unique short ones. There are two hundred, in the joined script
 * and in each that imports it.
 */
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

/** The members as one script, whose names the bundler tells apart. */
async function bundle(files: ReadonlyMap<string, Built>, members: readonly string[], names: Names): Promise<string> {
  const lines = members.map((name) => {
    const exported = [...(names.get(name) ?? [])].map(([own, as]) => `${own} as ${as}`).join();
    return `export{${exported}}from"/${name}";`;
  });
  const head = 'joined:head';
  const { outputs } = await Bun.build({
    entrypoints: [head],
    target: 'browser',
    minify: true,
    plugins: [
      {
        name: 'joined chunks',
        setup(build) {
          build.onResolve({ filter: /.*/ }, ({ path }) => {
            const name = path.replace(/^\//, '');
            const isInside = path === head || members.includes(name);
            return isInside ? { path: name, namespace: 'joined' } : { path, external: true };
          });
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

/** A script that takes from the joined one what it took from members. @throws where a member is still named */
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
