import { typedPhone } from '../data/plain-values.ts';

/** A field of a phone: a Russian number gets its country as the field is left. @param set takes it, in a field of a draft */
export const phoneTyped = (set?: (text: string) => void) => ({
  inputMode: 'tel' as const,
  // Not at each key: ten digits may be the beginning of a longer number.
  onChange: ({ currentTarget: field }: { readonly currentTarget: HTMLInputElement }): void => {
    field.value = typedPhone(field.value);
    set?.(field.value);
  },
});
