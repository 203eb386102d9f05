import manifest from '../../package.json' with { type: 'json' };

export const VERSION: string = manifest.version;

/** The commit that the executable was built from; "dev" when run from the sources. */
export const COMMIT: string = typeof BUILD_COMMIT === 'string' ? BUILD_COMMIT : 'dev';
