import { AppError } from '../errors/index.ts';

/** The parts that cost nothing; some 10 ms, since each takes half a microsecond, however small it is. */
const FREE_PARTS = 20_000;
/** A third of what a telephone's network sends in one piece. */
const BYTES_OF_A_PART = 512;

/** @throws invalid_json for a body that comes in more parts than its bytes have any need of */
export function refuseCrumbs(parts: number, bytes: number): void {
  if (parts > FREE_PARTS + bytes / BYTES_OF_A_PART) throw new AppError({ rule: 'body_crumbs' });
}
