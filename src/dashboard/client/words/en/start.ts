export const START_EN = {
  overview: 'Overview',
  title: 'Getting started',
  someDone: (done: number, all: number) => `Getting started: ${done} of ${all} steps done.`,
  allDone: 'You’re all set.',
  hide: 'Hide',
  show: 'Show steps',
};

export type StartWords = typeof START_EN;
