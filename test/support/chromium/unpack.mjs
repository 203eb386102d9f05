import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { inflate } from '@sparticuz/chromium';

// Run beside the package's node_modules. The package unpacks into TMPDIR, a file or a folder for each archive.
const archives = join(dirname(Bun.resolveSync('@sparticuz/chromium', import.meta.dir)), '../bin');
for (const name of readdirSync(archives)) await inflate(join(archives, name));
