import { mapLink } from '../data/map-link.ts';
import { workspace } from '../data/me.ts';
import { language } from '../words/language.ts';

/** Where a map shows an address of the shop that is open. */
export const mapAddress = (address: string): string =>
  mapLink(address, workspace.value ?? { mapService: '', mapCity: '' }, language.value);
