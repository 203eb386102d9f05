/** The version, set by scripts/build.ts. Undefined if Docket runs from the sources, so check it with `typeof`. */
declare const BUILD_VERSION: string | undefined;
/** The short commit hash; "unknown" if the build ran outside a git repository. */
declare const BUILD_COMMIT: string | undefined;
/** The public key that verifies releases, as one line of text; empty if the build had none. */
declare const BUILD_RELEASE_KEY: string | undefined;
/** The name of the platform that a release is built for; empty in a build outside a release. */
declare const BUILD_TARGET: string | undefined;
/** SQL that creates the whole schema in an empty file. */
declare const BUILD_SCHEMA: string | undefined;
