/** The state of the repository before a release is made. */
export interface TreeState {
  /** The version in package.json. */
  readonly version: string;
  readonly commit: string;
  readonly tags: readonly string[];
  /** Files that differ from the commit, or are not part of it. */
  readonly changed: readonly string[];
}

/**
 * The reason why this tree cannot be released; undefined if it can. A snapshot is for trials: it may come from any
 * commit, and its files' names say so.
 */
export function refusalOfTree(state: TreeState, snapshot: boolean): string | undefined {
  if (snapshot) return undefined;
  if (state.changed.length > 0) {
    return `${state.changed.length} files differ from the commit (${state.changed[0]} …): commit or put them away, or say --snapshot`;
  }
  const tag = `v${state.version}`;
  if (state.tags.includes(tag)) return undefined;
  const found = state.tags.length === 0 ? 'has no tag' : `has the tag ${state.tags.join(', ')}`;
  return `the commit ${found}, package.json says ${state.version}: git tag ${tag}, or say --snapshot`;
}

/** The version in the files' names; a snapshot's version sorts before the release. */
export const versionOf = (state: TreeState, snapshot: boolean): string =>
  snapshot ? `${state.version}-snapshot.${state.commit}` : state.version;
