/**
 * The executable itself: whether a new file is the maker's own and runs with this data. How it takes the old one's
 * place, and gives it back.
 * Must never: fetch anything, end a process that it did not start, or touch the database but through storage.
 */
export {
  type Description,
  describeFile,
  getPrevious,
  previousOf,
  type RunFile,
  selfTestFile,
  stage,
  swapIn,
  sweepLeft,
} from './executable.ts';
export { compareVersions, type Manifest, parseManifest } from './manifest.ts';
export { isPackaged } from './packaged.ts';
export { type VerifiedFile, verifyFile } from './verify-file.ts';
