/** How imports go, whatever they bring. */
export const IMPORTS_EN = {
  progress: 'Progress of the import',
  doneOf: (done: string, total: string) => `${done} of ${total}`,
  leave:
    'You may leave this page. An import that has begun is completed, even if Docket is restarted meanwhile, and nobody has to wait for it.',
  trouble: {
    storage: 'Docket cannot write at the moment. The import goes on by itself as soon as it can.',
    fault:
      'The import stands still because of a fault in Docket. Nothing is lost: it goes on after the next start of Docket, whose log says what is wrong.',
  },
  recent: 'The last imports',
};

export type ImportsWords = typeof IMPORTS_EN;
