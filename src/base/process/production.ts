/**
 * Must be imported before anything else: when loaded, Elysia checks in the environment whether it runs in production.
 * In development it reveals more to strangers. A value that was set by hand is kept.
 */
process.env.NODE_ENV ??= 'production';
