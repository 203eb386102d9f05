import { resolveName } from '../../src/base/net/resolve.ts';

/**
 * Hashes passwords during look-ups that no name server answers. Prints the number of passwords hashed before the first
 * look-up ended. Here c-ares fails at once, because only the system's look-ups could delay the hashing.
 */
const { lookup } = Bun.dns;
Bun.dns.lookup = (name, options) =>
  options?.backend === 'c-ares' ? Promise.reject(new Error('given up')) : lookup(name, options);
let isOver = false;
for (let at = 0; at < 8; at += 1) {
  void resolveName(`h${at}.silent.example`).catch(() => {
    isOver = true;
  });
}
let hashed = 0;
while (!isOver) {
  await Bun.password.hash('password', { algorithm: 'argon2id', memoryCost: 8, timeCost: 1 });
  hashed += 1;
}
process.stdout.write(String(hashed));
process.exit();
