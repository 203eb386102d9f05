export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  // Tests read arbitrary answers; each assertion says what it expects to find.
  // biome-ignore lint/suspicious/noExplicitAny: the shape is what the tests are there to prove
  readonly body: any;
}
