import type { Import } from './source.ts';

/**
 * The browser code's folders by level. A folder must not import from a higher level. A feature must not import from
 * another feature.
 */
const ROOMS = new Map([
  ['shell', 5],
  ['features', 4],
  ['parts', 3],
  ['ui', 2],
  ['data', 1],
  ['words', 0],
]);

const DASHBOARD = 'src/dashboard/';
const CLIENT = `${DASHBOARD}client/`;
/**
 * The folder of types, bounds and columns shared by browser and server. Apart from types, it may import only from
 * itself and from base.
 */
export const SHARED = `${DASHBOARD}shared/`;
const BASE = 'src/base/';

/**
 * Files that may be imported directly, not through the index.ts of their feature. The first script imports that
 * index.ts and must stay small, so the index.ts must not export these files.
 */
const BESIDE_THE_DOOR = new Set([`${CLIENT}features/entry/sign-in/sign-in-dialog.tsx`]);

/** True for a page of the manual, which the browser's code and the server's code may import: it contains no code. */
const isText = (path: string): boolean => path.startsWith('src/manual/') && path.endsWith('.md');

const roomOf = (path: string): string => path.slice(CLIENT.length).split('/')[0] ?? '';
const featureOf = (path: string): string | undefined =>
  roomOf(path) === 'features' ? path.slice(CLIENT.length).split('/')[1] : undefined;

export function checkPlace(path: string): string | undefined {
  if (!path.startsWith(CLIENT) || ROOMS.has(roomOf(path))) return undefined;
  return `[rooms] ${path} is in no room; move it into one of ${[...ROOMS.keys()].join(', ')}`;
}

const ALL_WORDS = `${CLIENT}words/words.ts`;

function checkInside(from: string, target: string): string | undefined {
  if (roomOf(from) === 'ui' && target === ALL_WORDS) {
    return `[rooms] ui imports ${target}, which has the words of features; take words/common.ts`;
  }
  const [upper, lower] = [ROOMS.get(roomOf(from)) ?? -1, ROOMS.get(roomOf(target)) ?? -1];
  if (upper < lower) return `[rooms] ${roomOf(from)} imports ${target}, upwards; pass it in, or move it down`;
  const [mine, other] = [featureOf(from), featureOf(target)];
  if (other === undefined || mine === other) return undefined;
  if (mine !== undefined) {
    return `[rooms] ${mine} imports ${target}, another feature; move what both need into parts, ui, data or words`;
  }
  const door = `${CLIENT}features/${other}/index.ts`;
  if (target === door || BESIDE_THE_DOOR.has(target)) return undefined;
  return `[rooms] ${target} is inside ${other}; import it from ${door}`;
}

export function checkRooms(from: string, { typeOnly }: Pick<Import, 'typeOnly'>, target: string): string | undefined {
  const [inside, into] = [from.startsWith(CLIENT), target.startsWith(CLIENT)];
  if (inside && into) return checkInside(from, target);
  if (into && !target.endsWith('.html'))
    return `[sides] the server imports ${target}; the pages' code runs in browsers alone`;
  if (inside && !typeOnly && !target.startsWith(SHARED) && !isText(target)) {
    return `[sides] the pages import ${target}, which would ship server code; use a type, or src/dashboard/shared`;
  }
  if (!from.startsWith(SHARED) || target.startsWith(SHARED)) return undefined;
  if (target.startsWith(DASHBOARD) || !(typeOnly || target.startsWith(BASE))) {
    return `[sides] shared imports ${target}, which is one side's; move what both need into shared or base`;
  }
  return undefined;
}
