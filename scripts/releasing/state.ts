export interface TreeState {
  readonly version: string;
  readonly commit: string;
  readonly tags: readonly string[];
  /** Files that differ from the commit, or are not part of it. */
  readonly changed: readonly string[];
}

/**
 * Returns the reason why this tree cannot be released; undefined if it can. A snapshot is for trials: it may be of any
 * commit, and its file names contain the commit.
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

/** Returns the version for the names of the release files. A snapshot's version sorts before the release's version. */
export const versionOf = (state: TreeState, snapshot: boolean): string =>
  snapshot ? `${state.version}-snapshot.${state.commit}` : state.version;
