import parse, { type CountryCode, getCountries, type MetadataJson } from 'libphonenumber-js/core';

/**
 * Rules of phone numbers from the world's numbering plans. They are fetched where a number is checked, or is not
 * Russian.
 */

/** Sums are in roubles: without a country before them, numbers are Russian first. */
const HOME: CountryCode = 'RU';
/** The library takes it for a number without its 8; in towns and networks no code begins with 8. */
const ONE_SHORT = /^8\d{9}$/;
const EXTENSION = /[,;\s]*(?:ext|доб|вн|x|#)\.?\s*\d+\s*$/iu;

interface PhoneNumbers {
  /** True if a number has as many digits as its country's have, and begins as they do. */
  readonly isPhone: (text: string) => boolean;
  /** `+44 20 7946 0958`; a text that is no number as it is. */
  readonly format: (text: string) => string;
}

/** @param locale the reader's, such as `de-AT`: a number without a country may be of theirs, too */
export function phoneNumbers(plans: MetadataJson, locale: string): PhoneNumbers {
  const { region } = new Intl.Locale(locale).maximize();
  const countries = [HOME, ...getCountries(plans).filter((country) => country === region)];
  const find = (text: string) => {
    // The library finds numbers within texts, too.
    if (/\p{L}/u.test(text.replace(EXTENSION, '')) || ONE_SHORT.test(text.replaceAll(/[^\d+]/g, ''))) return undefined;
    return countries.map((country) => parse(text, country, plans)).find((number) => number?.isValid() === true);
  };
  return { isPhone: (text) => find(text) !== undefined, format: (text) => find(text)?.formatInternational() ?? text };
}

/** The tables alone are as large as other pages. */
export async function loadPhoneNumbers(): Promise<PhoneNumbers> {
  const { default: plans } = await import('libphonenumber-js/metadata.min.json');
  return phoneNumbers(plans as unknown as MetadataJson, navigator.language);
}
