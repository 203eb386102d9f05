/**
 * Runs work in lanes: in each lane one piece at a time, in the order of arrival. Lanes with work take turns, one piece
 * each.
 * @param atOnce the number of lanes that may work at the same time
 */
export function createLanes(atOnce = Number.POSITIVE_INFINITY) {
  /** Each lane's queue of work; its first piece is running or is the next to run. */
  const lanes = new Map<number, (() => void)[]>();
  const waiting: number[] = [];
  let atWork = 0;

  function goOn(): void {
    while (atWork < atOnce) {
      const lane = waiting.shift();
      if (lane === undefined) return;
      atWork += 1;
      lanes.get(lane)?.[0]?.();
    }
  }

  function end(lane: number): void {
    atWork -= 1;
    const left = lanes.get(lane)?.slice(1) ?? [];
    if (left.length === 0) lanes.delete(lane);
    else {
      lanes.set(lane, left);
      waiting.push(lane);
    }
    goOn();
  }

  return async <T>(lane: number, work: () => Promise<T>): Promise<T> => {
    await new Promise<void>((begin) => {
      const own = lanes.get(lane);
      if (own !== undefined) return void own.push(begin);
      lanes.set(lane, [begin]);
      waiting.push(lane);
      goOn();
    });
    try {
      return await work();
    } finally {
      end(lane);
    }
  };
}
