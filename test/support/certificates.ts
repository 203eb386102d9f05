import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface Certificate {
  readonly key: string;
  readonly cert: string;
}

export interface Authority extends Disposable {
  readonly ca: string;
  /** A certificate for one name, expired or not. */
  issue(name: string, expired?: boolean): Certificate;
}

/** A certificate authority of the test's own, made with openssl for one run. */
export function makeAuthority(): Authority {
  const dir = mkdtempSync(join(tmpdir(), 'docket-ca-'));
  const file = (name: string): string => join(dir, name);
  const openssl = (command: string): void => {
    const args = command.split(' ');
    const { success, stderr } = Bun.spawnSync(['openssl', ...args], { cwd: dir });
    if (!success) throw new Error(`openssl ${args[0]}: ${stderr}`);
  };
  openssl('req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=test-ca -keyout ca.key -out ca.crt');
  writeFileSync(file('ca.cnf'), CONFIG);
  writeFileSync(file('index.txt'), '');
  writeFileSync(file('serial'), '01');
  let made = 0;
  return {
    ca: readFileSync(file('ca.crt'), 'utf8'),
    issue(name, expired = false) {
      made += 1;
      const base = `leaf-${made}`;
      writeFileSync(file(`${base}.ext`), `subjectAltName=DNS:${name}\n`);
      openssl(`req -newkey rsa:2048 -nodes -subj /CN=${base} -keyout ${base}.key -out ${base}.csr`);
      const dates = expired ? '-startdate 200101000000Z -enddate 200201000000Z' : '-days 2';
      openssl(`ca -batch -notext -config ca.cnf -in ${base}.csr -out ${base}.crt -extfile ${base}.ext ${dates}`);
      return { key: readFileSync(file(`${base}.key`), 'utf8'), cert: readFileSync(file(`${base}.crt`), 'utf8') };
    },
    [Symbol.dispose]: () => rmSync(dir, { recursive: true, force: true }),
  };
}

const CONFIG = `[ca]
default_ca = own
[own]
database = index.txt
serial = serial
new_certs_dir = .
certificate = ca.crt
private_key = ca.key
default_md = sha256
policy = any
[any]
commonName = supplied
`;
