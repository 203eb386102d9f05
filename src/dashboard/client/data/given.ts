type SetParameters<T> = { readonly [K in keyof T]?: Exclude<T[K], undefined | ''> };

export const given = <T extends object>(parameters: T): SetParameters<T> =>
  Object.fromEntries(
    Object.entries(parameters).filter(([, value]) => value !== undefined && value !== ''),
  ) as SetParameters<T>;
