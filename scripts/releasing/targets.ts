export interface Target {
  /** The name in file names and in release.json, such as `linux-x64`. */
  readonly name: string;
  readonly bun: string;
  /** The npm package with Bun's executable for this target; `integrity` is the SHA-512 of its tarball. */
  readonly runtime: string;
  readonly integrity: string;
  readonly format: Format;
}

type Format = 'ELF x86-64' | 'ELF x86-64 musl' | 'ELF aarch64' | 'PE x86-64' | 'Mach-O arm64';

/**
 * The checksums are those of Bun 1.4.5; another version has others. Baseline builds also run on machines without AVX2,
 * which some providers still rent out.
 */
export const TARGETS: readonly Target[] = [
  {
    name: 'linux-x64',
    bun: 'bun-linux-x64-baseline',
    runtime: '@oven/bun-linux-x64-baseline',
    integrity: 'sha512-s8yMwYcFnnrA178gji0gZbkE2WVDej/Ti1x770oPfihxyRxSMNhGhiAQNXV53aDeraZxksdvKV/RAdQBCd0qPA==',
    format: 'ELF x86-64',
  },
  {
    name: 'linux-arm64',
    bun: 'bun-linux-arm64',
    runtime: '@oven/bun-linux-aarch64',
    integrity: 'sha512-4BXmsSKnjOrlGWqZV4x/oWa7AVoR+B6lCXddMzOAXBIm3t50eslg9wb66gmtW1AamEQ1l1CDvmmruysEhqOWMg==',
    format: 'ELF aarch64',
  },
  {
    name: 'linux-x64-musl',
    bun: 'bun-linux-x64-musl-baseline',
    runtime: '@oven/bun-linux-x64-musl-baseline',
    integrity: 'sha512-cWJhU8h0+MiUgpSt99sQhjxLIIosKEcKYdtKddohokUvAuN6jKOy7g7+QDTZTXtwHxz93wL3BX+L6wXVPDUH3A==',
    format: 'ELF x86-64 musl',
  },
  {
    name: 'windows-x64',
    bun: 'bun-windows-x64-baseline',
    runtime: '@oven/bun-windows-x64-baseline',
    integrity: 'sha512-/U3Dc74uGqE6EUqef7mPtg9KwJs7iJH4JHRMfIZIn18MrJh6Xz4gVvWDXRvzCL2j8wPlTnJVyrO4n7Qq4uM7TQ==',
    format: 'PE x86-64',
  },
  {
    name: 'darwin-arm64',
    bun: 'bun-darwin-arm64',
    runtime: '@oven/bun-darwin-aarch64',
    integrity: 'sha512-4MIFXHmctH2EhAxLXm2/qxNtv17dFtLJylvaOCsrgq6KSqHTs6eW5YSrJjRbJxYUJaR901fsN8JfZOa+CsWpWQ==',
    format: 'Mach-O arm64',
  },
];

export function formatOf(bytes: Buffer): Format | undefined {
  if (bytes.length < 64) return undefined;
  if (bytes.toString('latin1', 0, 4) === '\x7fELF') return elfFormat(bytes);
  if (bytes.readUInt32LE(0) === 0xfeedfacf) return bytes.readUInt32LE(4) === 0x0100000c ? 'Mach-O arm64' : undefined;
  if (bytes.toString('latin1', 0, 2) !== 'MZ') return undefined;
  const at = bytes.readUInt32LE(0x3c);
  const isPe = at + 6 <= bytes.length && bytes.toString('latin1', at, at + 4) === 'PE\0\0';
  return isPe && bytes.readUInt16LE(at + 4) === 0x8664 ? 'PE x86-64' : undefined;
}

function elfFormat(bytes: Buffer): Format | undefined {
  const machine = bytes.readUInt16LE(18);
  if (machine === 0xb7) return 'ELF aarch64';
  if (machine !== 0x3e) return undefined;
  // The loader's path shows which C library is used. The path is near the beginning of the file.
  return bytes.toString('latin1', 0, 4096).includes('ld-musl-') ? 'ELF x86-64 musl' : 'ELF x86-64';
}
