/**
 * Checks and formats phone numbers by the world's numbering plans. The plans are a separate chunk. The chunk loads only
 * to check a number, or to format a number that is not Russian.
 */

import parse, { type CountryCode, getCountries, type MetadataJson } from 'libphonenumber-js/core';

/**
 * Sums are in roubles, so most shops are Russian. A phone number without a country code is therefore tried as Russian
 * first.
 */
const HOME: CountryCode = 'RU';
/**
 * Matches ten digits that begin with 8: probably a Russian number with a digit missing, which libphonenumber-js would
 * accept. A number with an area code such as 812 is accepted only with +7 or 8 before it.
 */
const ONE_SHORT = /^8\d{9}$/;
const EXTENSION = /[,;\s]*(?:ext|доб|вн|x|#)\.?\s*\d+\s*$/iu;

interface PhoneNumbers {
  /** Returns true if a number has the length and the first digits that are possible in its country. */
  readonly isPhone: (text: string) => boolean;
  /** Formats a number as `+44 20 7946 0958`; unchanged if the text is not a number. */
  readonly format: (text: string) => string;
}

/**
 * The least number of digits of a complete number in the shop's country. Such a number is accepted even if no numbering
 * plan lists it yet.
 */
const COMPLETE = 10;

/** Returns false in a browser without lists of zones. */
function isZoneOf(zone: string, region: string): boolean {
  const { getTimeZones } = Intl.Locale.prototype as { readonly getTimeZones?: () => readonly string[] | undefined };
  return getTimeZones?.call(new Intl.Locale('und', { region }))?.includes(zone) === true;
}

/**
 * Returns functions that check and format phone numbers. A number without a country code may be from Russia, from the
 * shop's country or from the reader's country.
 * @param locale the reader's locale, such as `de-AT`, which names the reader's country
 * @param zone the shop's time zone, which names the shop's country
 */
export function phoneNumbers(plans: MetadataJson, locale: string, zone = ''): PhoneNumbers {
  const { region } = new Intl.Locale(locale).maximize();
  const local = getCountries(plans).filter((one) => one !== HOME && zone !== '' && isZoneOf(zone, one));
  const countries = [HOME, ...local, ...getCountries(plans).filter((country) => country === region)];
  const find = (text: string) => {
    // Texts with letters are refused here, because the library also finds numbers inside longer texts.
    if (/\p{L}/u.test(text.replace(EXTENSION, '')) || ONE_SHORT.test(text.replaceAll(/[^\d+]/g, ''))) return undefined;
    const valid = countries.map((country) => parse(text, country, plans)).find((number) => number?.isValid() === true);
    const ofShop = local.map((country) => parse(text, country, plans));
    return valid ?? ofShop.find((number) => number?.isPossible() === true && number.nationalNumber.length >= COMPLETE);
  };
  return { isPhone: (text) => find(text) !== undefined, format: (text) => find(text)?.formatInternational() ?? text };
}

/** Loads the numbering plans in a separate chunk, because they alone are as large as a page. */
export async function loadPhoneNumbers(zone?: string): Promise<PhoneNumbers> {
  const { default: plans } = await import('libphonenumber-js/metadata.min.json');
  return phoneNumbers(plans as unknown as MetadataJson, navigator.language, zone);
}
