import { inBoth } from './language.ts';
import { ZONE_EN, ZONE_RU } from './time-zone.ts';

export const zoneWords = inBoth(ZONE_EN, ZONE_RU);
