/**
 * Limits on how often something may be tried, and on how much of it may run at once.
 * Must never: know who tries, or lock anybody out for good.
 */
export { restFromCrumbs } from './crumbs.ts';
export { createLanes } from './lanes.ts';
export { once } from './once.ts';
export { createPatience, unlessOver } from './patience.ts';
export { createPlaces, type Places } from './places.ts';
export { createSlots, createTextSlots, type SlotHolder, type Slots, type TextSlots } from './slots.ts';
export { createThrottle, type Limit, limitOf, type Pace, type Throttle } from './throttle.ts';
