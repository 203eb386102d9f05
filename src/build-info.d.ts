/** Put in by scripts/build.ts; undefined when run from the sources, so ask with `typeof`. */
declare const BUILD_VERSION: string | undefined;
/** The short commit hash, "unknown" when built outside a git repository. */
declare const BUILD_COMMIT: string | undefined;
/** ISO 8601, UTC. */
declare const BUILD_TIME: string | undefined;
