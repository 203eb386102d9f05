/**
 * Imports of orders, products, clients or payments from files: choosing a file, matching its columns, the preview, the
 * start, and the progress. May know: the words of each kind of file. Must never: read a file, which is the server's
 * task.
 */

export const loadImportPage = async () => {
  const [{ ImportPage }, { loadImportWords }] = await Promise.all([
    import('./import-page.tsx'),
    import('../../words/import-words.ts'),
  ]);
  await loadImportWords();
  return ImportPage;
};
