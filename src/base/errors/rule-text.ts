export type Text = string | ((params: never) => string);

export type ParamsOf<Of> = Of extends (params: infer Params) => string ? Params : unknown;

export const sayText = (text: Text, broken: object): string =>
  typeof text === 'string' ? text : (text as (params: object) => string)(broken);
