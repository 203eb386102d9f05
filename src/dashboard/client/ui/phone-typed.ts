import { typedPhone } from '../data/plain-values.ts';

/**
 * Returns the props of a phone field. When the reader leaves the field, a Russian number gets its country code.
 * @param set sets the value in a form that keeps a draft
 */
export const phoneTyped = (set?: (text: string) => void) => ({
  inputMode: 'tel' as const,
  // Runs when the field changes, not at each key: ten digits may be the beginning of a longer number.
  onChange: ({ currentTarget: field }: { readonly currentTarget: HTMLInputElement }): void => {
    field.value = typedPhone(field.value);
    set?.(field.value);
  },
});
