/** How imports go, whatever they bring. */
export const IMPORTS_EN = {
  progress: 'Import progress',
  doneOf: (done: string, total: string) => `${done} of ${total}`,
  leave: 'You can leave this page. Docket finishes the import, even after a restart.',
  trouble: {
    storage: 'Docket can’t write at the moment. The import continues as soon as it can.',
    fault:
      'The import has stopped because of a fault in Docket. Nothing is lost. It continues after Docket is restarted; the log says what is wrong.',
  },
  recent: 'Recent imports',
};

export type ImportsWords = typeof IMPORTS_EN;
