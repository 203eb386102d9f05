/**
 * A phrase with `#` in place of a number, in the plural forms of its language (CLDR plural rules). A form that equals
 * `other` is left out.
 */
export type Forms = Partial<Readonly<Record<Intl.LDMLPluralRule, string>>>;

export const forms = (phrases: Forms): Forms => phrases;
