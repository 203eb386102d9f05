/**
 * The seal key of the installation, as people handle it: shown for the recovery sheet, rotated, entered on another
 * machine.
 * Must never: write the key into the database, the history or the log.
 */
export { enterSealKey, takeSealKey } from './enter.ts';
export { type PaperKey, readSheet, rotateSealKey, showSealKey } from './keys.ts';
