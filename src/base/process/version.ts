import manifest from '../../../package.json' with { type: 'json' };

export const VERSION: string = typeof BUILD_VERSION === 'string' ? BUILD_VERSION : manifest.version;

export const COMMIT: string = typeof BUILD_COMMIT === 'string' ? BUILD_COMMIT : 'dev';

/**
 * True in the executable. There, `import.meta.url` is the same in all modules, so it does not show a module's folder.
 */
export const IS_EXECUTABLE = typeof BUILD_COMMIT === 'string';

export const RELEASE_KEY: string = typeof BUILD_RELEASE_KEY === 'string' ? BUILD_RELEASE_KEY : '';

/**
 * The system and processor that the executable was built for, as releases name them: `linux-x64`, `linux-x64-musl`,
 * `windows-x64` …
 */
export const TARGET: string =
  typeof BUILD_TARGET === 'string' && BUILD_TARGET !== '' ? BUILD_TARGET : `${process.platform}-${process.arch}`;
