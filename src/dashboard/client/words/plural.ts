/** A phrase with `#` for a number, in the forms that its language has (CLDR plural rules). */
export type Forms = Partial<Readonly<Record<Intl.LDMLPluralRule, string>>>;

export const forms = (phrases: Forms): Forms => phrases;
