/** The API's text for a rule: a sentence, or a function of the rule's parameters. */
export type Text = string | ((params: never) => string);

export type ParamsOf<Of> = Of extends (params: infer Params) => string ? Params : unknown;

/** Returns the text for a broken rule. */
export const sayText = (text: Text, broken: object): string =>
  typeof text === 'string' ? text : (text as (params: object) => string)(broken);
