/** The API's text for a rule: a sentence, or one made of the rule's parameters. */
export type Text = string | ((params: never) => string);

export type ParamsOf<Of> = Of extends (params: infer Params) => string ? Params : unknown;

/** The text of a rule that was broken. */
export const sayText = (text: Text, broken: object): string =>
  typeof text === 'string' ? text : (text as (params: object) => string)(broken);
