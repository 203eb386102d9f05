/**
 * Imports of files. Each file is of one kind, such as orders. Only the code for that kind interprets the rows; it is
 * outside this folder. A file is decoded and read row by row, and its columns are matched with fields. Its rows are
 * staged one by one and accepted all at once. They are then processed in short transactions between other writes, until
 * all are done.
 * Must never: interpret a row of a kind, or leave an accepted file half done.
 */
export {
  type Fault,
  isFault,
  readDay,
  readExact,
  readInstant,
  readPhone,
  readPieces,
  readSignedSum,
  readSum,
  readTime,
  splitItems,
  splitSlot,
  splitUnit,
} from './cells.ts';
export { CLIENT_HEADINGS } from './client-headings.ts';
export { type Columns, MAX_COLUMNS, type Mapping } from './columns.ts';
export {
  countUndos,
  findImport,
  type ImportJob,
  type ImportKindName,
  type ImportState,
  listImports,
  listOpenImports,
  type OpenImport,
  optionsUnderWay,
  refuseDuringUndo,
  undoImport,
} from './import.ts';
export { type ImportedFile, type MethodSum, matchOf, type RowChange, type ShownRow } from './imported-file.ts';
export { openSource } from './open-source.ts';
export { addIssue, createProblems, type Problem, type ProblemCode, type Problems } from './problems.ts';
export { type Choice, type Reading, type Row, readTable, type SentTable, type Table } from './read-table.ts';
export { type Cells, cellsOf } from './row-cells.ts';
export {
  createStaging,
  type ImportDesk,
  type ImportRequest,
  jsonRows,
  type StagedRow,
  type Staging,
  type StagingCtx,
} from './stage.ts';
export type { TableSource } from './table-source.ts';
export { auditImport, handOn, type MadeRows, previewUndo } from './undo-import.ts';
export { inPieces, isPackSize, PIECE, packSize, pricePerPiece, UNIT, UNIT_HEADINGS, unitOf } from './units.ts';
export {
  createValueNotes,
  type FoundValue,
  foldName,
  parseValues,
  type ValueChoices,
  type ValueMatch,
  type ValueNotes,
} from './values.ts';
export { type ImportKind, type ImportKinds, type TakenIn, takeBackSome, workOff } from './work-off.ts';
