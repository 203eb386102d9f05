import { computed } from '@preact/signals';
import { language } from './language.ts';
import { ZONE_EN, ZONE_RU, type ZoneWords } from './time-zone.ts';

export const zoneWords = computed<ZoneWords>(() => (language.value === 'ru' ? ZONE_RU : ZONE_EN));
