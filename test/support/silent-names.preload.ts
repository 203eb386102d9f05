/**
 * Loaded into the executable before its own code, and into its worker threads. Look-ups of names below "silent.example"
 * are never answered, and "good.example" is this machine.
 */
const lookup = Bun.dns.lookup;
Bun.dns.lookup = (name, options) => {
  if (name.endsWith('silent.example')) return new Promise(() => undefined);
  if (name === 'good.example') return Promise.resolve([{ address: '127.0.0.1', family: 4, ttl: 0 }]);
  return lookup(name, options);
};

const MachineWorker = Worker;
globalThis.Worker = new Proxy(MachineWorker, {
  construct: (target, [url, options]) => Reflect.construct(target, [url, { ...options, preload: [import.meta.path] }]),
});
