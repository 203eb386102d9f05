import { type Log, openServiceManager, type ServiceManager } from '../base/index.ts';
import type { Shell } from './shell.ts';

export interface Watchdog {
  /**
   * Reports that the server accepts connections, after a start or a restore. Feeds the watchdog from then on, if the
   * service manager set one.
   */
  ready(url: string): void;
  stopping(): void;
}

const MICROSECONDS = 1_000;
/** The number of signs of life to send within one timeout of the watchdog, as sd_watchdog_enabled(3) recommends. */
const PART = 2;

/** Returns the interval of signs of life, in milliseconds; undefined if none were requested from this process. */
function intervalOf({ env }: Pick<Shell, 'env'>): number | undefined {
  const { WATCHDOG_USEC: text = '', WATCHDOG_PID: pid = '' } = env;
  if (!/^\d{1,15}$/.test(text) || Number(text) === 0) return undefined;
  if (pid !== '' && pid !== String(process.pid)) return undefined;
  return Math.max(1, Math.floor(Number(text) / MICROSECONDS / PART));
}

function open({ env }: Pick<Shell, 'env'>, log: Log): ServiceManager | undefined {
  try {
    return openServiceManager(env['NOTIFY_SOCKET']);
  } catch (error) {
    log.warn('the service manager cannot be told that Docket works', { reason: String(error) });
    return undefined;
  }
}

/**
 * Reports the state of `serve` to systemd under Type=notify. Sends signs of life only while `trouble` returns
 * undefined. They come from the event loop that answers requests, so they also stop if that loop hangs. Without signs
 * of life, systemd restarts the process.
 */
export function createWatchdog(shell: Pick<Shell, 'env'>, log: Log, trouble: () => string | undefined): Watchdog {
  const manager = open(shell, log);
  let feeding: ReturnType<typeof setInterval> | undefined;
  let hungry = false;
  let stopped = false;
  const feed = (): void => {
    const wrong = trouble();
    manager?.tell(wrong === undefined ? 'WATCHDOG=1' : `STATUS=${wrong}`);
    if (hungry && wrong === undefined) manager?.tell('STATUS=answering');
    hungry = wrong !== undefined;
  };
  return {
    ready(url) {
      if (manager === undefined) return;
      if (!manager.tell(`READY=1\nSTATUS=answering`)) {
        log.warn('the service manager did not accept that Docket is ready', { url });
      }
      const everyMs = intervalOf(shell);
      clearInterval(feeding);
      if (everyMs === undefined) return;
      feed();
      feeding = setInterval(feed, everyMs);
    },
    stopping() {
      clearInterval(feeding);
      if (stopped) return;
      stopped = true;
      manager?.tell('STOPPING=1\nSTATUS=answering what is under way');
    },
  };
}
