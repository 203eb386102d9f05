/**
 * Files that survive a crash, in Docket's own folders, with their own permissions.
 * Must never: know the contents of a file, or follow links made by others.
 */
export {
  copyOpen,
  giveToOwner,
  linkOrCopy,
  makeFolder,
  makeOwnFile,
  makePrivate,
  OWN_FILE,
  openInBlock,
  replaceFile,
  stampOf,
  syncFile,
  syncFolderOf,
  writeSynced,
} from './durable-files.ts';
export { amongFiles, isRoot, openFile, openToHandOn, ownFolder, ownPath } from './own-path.ts';
export { isDiskError, leaveSome, readInSteps, receiveFile } from './receive-file.ts';
export { countSpareFiles, hasSpareFiles } from './spare-files.ts';
