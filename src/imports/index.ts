/**
 * Files that are taken in: staged row by row and accepted all at once. Then they are worked off in short transactions
 * beside everything else, to the end, whatever happens in between.
 * Must never: know what a row means, or leave an accepted file half done.
 */
export {
  findImport,
  type ImportCounts,
  type ImportKindName,
  type ImportState,
  listImports,
  listOpenImports,
  type OpenImport,
  optionsUnderWay,
} from './import.ts';
export {
  type AtStaging,
  createStaging,
  type ImportDesk,
  type ImportWish,
  type StagedRow,
  type Staging,
} from './stage.ts';
export { type ImportKind, type ImportKinds, workOff } from './work-off.ts';
