import { mapLink } from '../data/map-link.ts';
import { workspace } from '../data/me.ts';
import { language } from '../words/language.ts';

export const mapAddress = (address: string): string =>
  mapLink(address, workspace.value ?? { mapService: '', mapCity: '' }, language.value);
