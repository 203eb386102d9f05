// @peculiar/x509 needs this when it is loaded.
import 'reflect-metadata';
import { isIP } from 'node:net';
import {
  BasicConstraintsExtension,
  PemConverter,
  SubjectAlternativeNameExtension,
  type X509Certificate,
  X509CertificateGenerator,
} from '@peculiar/x509';

const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const;
const DAY_MS = 86_400_000;

const makeKeys = (): Promise<CryptoKeyPair> => crypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify']);

const textOf = async ({ privateKey }: CryptoKeyPair, cert: X509Certificate) => ({
  key: PemConverter.encode(await crypto.subtle.exportKey('pkcs8', privateKey), 'PRIVATE KEY'),
  cert: cert.toString('pem'),
});

/** The period has at least a day to spare on both sides, for tests that move the clock. */
const validNow = (): { notBefore: Date; notAfter: Date } => ({
  notBefore: new Date(Date.now() - DAY_MS),
  notAfter: new Date(Date.now() + 2 * DAY_MS),
});

export async function makeAuthority() {
  const keys = await makeKeys();
  const name = 'CN=test-ca';
  const root = await X509CertificateGenerator.createSelfSigned({
    name,
    keys,
    signingAlgorithm: ALGORITHM,
    ...validNow(),
    extensions: [new BasicConstraintsExtension(true, undefined, true)],
  });
  return {
    ca: root.toString('pem'),
    async issue(host: string, expired = false) {
      const own = await makeKeys();
      const past = { notBefore: new Date('2020-01-01'), notAfter: new Date('2020-02-01') };
      const cert = await X509CertificateGenerator.create({
        subject: 'CN=leaf',
        issuer: name,
        publicKey: own.publicKey,
        signingKey: keys.privateKey,
        signingAlgorithm: ALGORITHM,
        ...(expired ? past : validNow()),
        extensions: [new SubjectAlternativeNameExtension([{ type: isIP(host) === 0 ? 'dns' : 'ip', value: host }])],
      });
      return textOf(own, cert);
    },
  };
}

export async function makeCertificate() {
  const keys = await makeKeys();
  const cert = await X509CertificateGenerator.createSelfSigned({
    name: 'CN=localhost',
    keys,
    signingAlgorithm: ALGORITHM,
    ...validNow(),
    extensions: [
      new SubjectAlternativeNameExtension([
        { type: 'dns', value: 'localhost' },
        { type: 'ip', value: '127.0.0.1' },
      ]),
    ],
  });
  return textOf(keys, cert);
}

export type Certificate = Awaited<ReturnType<typeof makeCertificate>>;
