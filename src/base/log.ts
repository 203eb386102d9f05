import { type Clock, toIso } from './time/index.ts';

export const LOG_LEVELS = ['debug', 'info', 'warn', 'error'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];
export const LOG_FORMATS = ['pretty', 'json'] as const;
export type LogFormat = (typeof LOG_FORMATS)[number];

export type LogFields = Readonly<Record<string, string | number | boolean | undefined>>;

/**
 * A log: each call writes one line. Fields must never contain a secret, a phone number or a name. A function that
 * returns fields is called only if the line is written.
 */
export interface Log {
  debug(message: string, fields?: LogFields | (() => LogFields)): void;
  info(message: string, fields?: LogFields | (() => LogFields)): void;
  warn(message: string, fields?: LogFields): void;
  error(message: string, fields?: LogFields, cause?: unknown): void;
  /** Writes the waiting lines. Must be called before the process ends. */
  flush(): void;
}

export interface ServerLog extends Log {
  setLevel(level: LogLevel): void;
}

interface LogOptions {
  readonly level: LogLevel;
  readonly format: LogFormat;
  readonly clock: Clock;
  readonly write: (lines: string) => void;
}

export function logLine(format: LogFormat, clock: Clock, level: LogLevel, message: string): string {
  const compose = format === 'json' ? jsonLine : prettyLine;
  return `${compose(toIso(clock.now()), level, message, {}, undefined)}\n`;
}

/**
 * Creates a log that collects the lines of one turn of the event loop and writes them together. A write for each
 * request would cost more than the request's query.
 */
export function createLog(options: LogOptions): ServerLog {
  let least = LOG_LEVELS.indexOf(options.level);
  const compose = options.format === 'json' ? jsonLine : prettyLine;
  let waiting = '';

  function flush(): void {
    if (waiting === '') return;
    const lines = waiting;
    waiting = '';
    options.write(lines);
  }

  function add(level: LogLevel, message: string, told: LogFields | (() => LogFields), cause?: unknown): void {
    if (LOG_LEVELS.indexOf(level) < least) return;
    const fields = typeof told === 'function' ? told() : told;
    if (waiting === '') setImmediate(flush);
    waiting += `${compose(toIso(options.clock.now()), level, message, withoutParamsIn(fields), describeCause(cause))}\n`;
  }

  return {
    setLevel(level) {
      least = LOG_LEVELS.indexOf(level);
    },
    debug: (message, fields = {}) => add('debug', message, fields),
    info: (message, fields = {}) => add('info', message, fields),
    warn: (message, fields = {}) => add('warn', message, fields),
    error: (message, fields = {}, cause) => add('error', message, fields, cause),
    flush,
  };
}

export const silentLog: Log = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
  flush: () => undefined,
};

function describeCause(cause: unknown): string | undefined {
  if (cause === undefined) return undefined;
  if (!(cause instanceof Error)) return cutParams(String(cause));
  const own = withoutParams(cause.stack ?? `${cause.name}: ${cause.message}`, cause.message);
  return cause.cause === undefined ? own : `${own}\ncaused by ${describeCause(cause.cause) ?? ''}`;
}

/** Drizzle's mark before the values of a failed statement. The log omits them, because they may be names or phones. */
const PARAMS = '\nparams: ';

function withoutParams(text: string, message: string): string {
  const at = message.indexOf(PARAMS);
  return at < 0 ? text : text.replaceAll(message, () => message.slice(0, at));
}

function cutParams(text: string): string {
  const at = text.indexOf(PARAMS);
  return at < 0 ? text : text.slice(0, at);
}

const holdsParams = (value: LogFields[string]): boolean => typeof value === 'string' && value.includes(PARAMS);

/** Returns `fields` itself if there is nothing to cut, because a copy for every log line would cost time. */
function withoutParamsIn(fields: LogFields): LogFields {
  if (!Object.values(fields).some(holdsParams)) return fields;
  const cut = (value: LogFields[string]) => (typeof value === 'string' ? cutParams(value) : value);
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, cut(value)]));
}

type Compose = (time: string, level: LogLevel, message: string, fields: LogFields, cause: string | undefined) => string;

const jsonLine: Compose = (time, level, message, fields, cause) =>
  JSON.stringify({ time, level, message, ...fields, error: cause });

const prettyLine: Compose = (time, level, message, fields, cause) => {
  let line = `${time} ${level.toUpperCase().padEnd(5)} ${oneLine(message)}`;
  for (const [name, value] of Object.entries(fields)) {
    if (value !== undefined) line += ` ${name}=${oneLine(String(value))}`;
  }
  return cause === undefined ? line : `${line}\n  ${cause.replaceAll('\n', '\n  ')}`;
};

/** A line feed inside a value could forge a log line (CWE-117). */
const oneLine = (text: string): string => (/[\p{Cc}]/u.test(text) ? JSON.stringify(text) : text);
