/**
 * The executable itself: whether a new file comes from the maker and runs with this data. How it replaces the old one,
 * and how the old one returns. Must never: download anything, end a process that it did not start, or touch the
 * database except through storage.
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
