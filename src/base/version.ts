import manifest from '../../package.json' with { type: 'json' };

export const VERSION: string = manifest.version;

/** The commit that the executable was built from; "dev" when run from the sources. */
export const COMMIT: string = typeof BUILD_COMMIT === 'string' ? BUILD_COMMIT : 'dev';

/** In the executable all modules have one address, that of its root. */
export const IS_EXECUTABLE = typeof BUILD_COMMIT === 'string';
