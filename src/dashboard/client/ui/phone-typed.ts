import { typedPhone } from '../data/plain-values.ts';

/**
 * A phone field that adds the country code to a Russian number when the reader leaves it.
 *
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
