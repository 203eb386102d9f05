/**
 * Updates of the executable. This module verifies that a new file is from the maker and runs with this data. It
 * replaces the old file, and can restore it. Must never: download anything, end a process that it did not start, or
 * touch the database except through storage.
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
