import type { Command } from 'commander';
import { COMMIT, parseChoice, parsePublicUrl, RELEASE_KEY, VERSION } from '../base/index.ts';
import { readServing, SCHEMA_VERSION } from '../storage/index.ts';
import { addCommand, type Run } from './command.ts';
import { addFlag, dataDirOf } from './flags.ts';
import type { Shell } from './shell.ts';

function publicUrlOf(run: Run): string | undefined {
  const given = run.flags.text('public-url');
  if (given !== undefined) return parsePublicUrl('--public-url', given);
  const { url, publicUrl } = readServing(dataDirOf(run.shell, run.flags)) ?? {};
  return publicUrl === url ? undefined : publicUrl;
}

export const VERSION_LINE = `docket ${VERSION} (commit ${COMMIT}, schema ${SCHEMA_VERSION})`;

export function addInfo(program: Command, shell: Shell): void {
  const openapi = addCommand(program, shell, 'openapi', 'print the OpenAPI document of the public API', async (run) => {
    const { describeApi, FORMS } = await import('../http/index.ts');
    const form = parseChoice('--openapi', run.flags.text('openapi') ?? FORMS[0], FORMS);
    shell.out(`${JSON.stringify(await describeApi(form, publicUrlOf(run)), null, 2)}\n`);
  });
  addFlag(openapi, 'openapi', 'form', 'version of OpenAPI: 3.1 (default) or 3.0, for generators that read no other');
  addFlag(openapi, 'public-url', 'url', 'where people reach the service; default what the running server says');
  addCommand(program, shell, 'version', 'print version, commit and schema version', async (run) => {
    run.print({ version: VERSION, commit: COMMIT, schemaVersion: SCHEMA_VERSION }, [
      VERSION_LINE,
      RELEASE_KEY === '' ? 'signatures: none; an update needs --sha256' : `signatures: checked by ${RELEASE_KEY}`,
    ]);
  });
}
