import type { Command } from 'commander';
import { COMMIT, RELEASE_KEY, VERSION } from '../base/index.ts';
import { SCHEMA_VERSION } from '../storage/index.ts';
import { addCommand } from './command.ts';
import type { Shell } from './shell.ts';

export function addInfo(program: Command, shell: Shell): void {
  addCommand(program, shell, 'openapi', 'print the OpenAPI document of the public API', async () => {
    const { describeApi } = await import('../http/index.ts');
    shell.out(`${JSON.stringify(await describeApi(), null, 2)}\n`);
    return undefined;
  });
  addCommand(program, shell, 'version', 'print version, commit and schema version', async (run) => {
    run.print({ version: VERSION, commit: COMMIT, schemaVersion: SCHEMA_VERSION }, [
      `docket ${VERSION} (commit ${COMMIT}, schema ${SCHEMA_VERSION})`,
      RELEASE_KEY === '' ? 'signatures: none; an update needs --sha256' : `signatures: checked by ${RELEASE_KEY}`,
    ]);
    return undefined;
  });
}
