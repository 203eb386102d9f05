/**
 * Imports of orders, products, clients or payments from files: chosen, columns matched, previewed, then begun and
 * followed to the end.
 * May know: the words of each kind of file. Must never: read a file: the server does, and says what it found.
 */

export const loadImportPage = async () => {
  const [{ ImportPage }, { loadImportWords }] = await Promise.all([
    import('./import-page.tsx'),
    import('../../words/import-words.ts'),
  ]);
  await loadImportWords();
  return ImportPage;
};
