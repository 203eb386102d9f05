/**
 * How often something may be tried.
 * Must never: know who tries, or lock anybody out for good.
 */
export { createThrottle, type Limit, limitOf, type Pace, type Throttle } from './throttle.ts';
