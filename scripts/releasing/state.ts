/** The state of the repository before a release is made. */
export interface TreeState {
  /** The version in package.json. */
  readonly version: string;
  readonly commit: string;
  /** Tags on the commit. */
  readonly tags: readonly string[];
  /** Files that differ from the commit, or are not in it. */
  readonly changed: readonly string[];
}

/** Why nothing is released from here; undefined when it may be. A snapshot is for trials: from any commit, under a name that says so. */
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

/** The version in the names of the files; that of a snapshot sorts before the release. */
export const versionOf = (state: TreeState, snapshot: boolean): string =>
  snapshot ? `${state.version}-snapshot.${state.commit}` : state.version;
