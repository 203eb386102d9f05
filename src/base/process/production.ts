/**
 * Imported before anything else: Elysia asks the environment at load time whether it runs in production, and tells strangers
 * more in development. A variable that was set by hand stays.
 */
process.env.NODE_ENV ??= 'production';
