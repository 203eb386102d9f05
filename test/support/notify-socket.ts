import { dlopen, FFIType, ptr } from 'bun:ffi';
import { rmSync } from 'node:fs';
import { until } from './until.ts';

const AF_UNIX = 1;
const SOCK_DGRAM = 2;
const MSG_DONTWAIT = 0x40;

/**
 * A unix socket for datagrams, like a service manager's; Bun has none of its own.
 * @param path of a file to be made, or a name that begins with @
 */
export function openNotifySocket(path: string) {
  const { symbols } = dlopen('libc.so.6', {
    socket: { args: [FFIType.i32, FFIType.i32, FFIType.i32], returns: FFIType.i32 },
    bind: { args: [FFIType.i32, FFIType.ptr, FFIType.u32], returns: FFIType.i32 },
    recv: { args: [FFIType.i32, FFIType.ptr, FFIType.u64, FFIType.i32], returns: FFIType.i64 },
    close: { args: [FFIType.i32], returns: FFIType.i32 },
  });
  const name = path.startsWith('@') ? `\0${path.slice(1)}` : `${path}\0`;
  const address = Buffer.concat([Buffer.from([AF_UNIX, 0]), Buffer.from(name)]);
  const handle = symbols.socket(AF_UNIX, SOCK_DGRAM, 0);
  if (symbols.bind(handle, ptr(address), address.length) !== 0) throw new Error(`no socket at ${path}`);
  const buffer = Buffer.alloc(4096);
  const read = (): string[] => {
    const found: string[] = [];
    for (;;) {
      const length = Number(symbols.recv(handle, ptr(buffer), buffer.length, MSG_DONTWAIT));
      if (length < 0) return found;
      found.push(buffer.toString('utf8', 0, length));
    }
  };
  return {
    /** Messages since the last call, one datagram each. */
    read,
    /** Waits until this message has arrived. @returns all messages until then */
    until(part: string): Promise<string[]> {
      const found: string[] = [];
      return until(part, () => {
        found.push(...read());
        return found.some((text) => text.includes(part)) && found;
      });
    },
    [Symbol.dispose]() {
      symbols.close(handle);
      if (!path.startsWith('@')) rmSync(path, { force: true });
    },
  };
}
