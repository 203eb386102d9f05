import { dlopen, FFIType, ptr } from 'bun:ffi';

/**
 * Reports the state of the process to the service manager (sd_notify(3)), with datagrams to a unix socket. Bun's own
 * sockets cannot send these.
 */
export interface ServiceManager {
  /**
   * Sends one or more states, such as `READY=1` or `STOPPING=1`, each on its own line.
   * @returns true if the text was sent
   */
  tell(state: string): boolean;
}

/** The numbers of linux/socket.h and sys/un.h, which are the same for every architecture of Linux. */
const AF_UNIX = 1;
const SOCK_DGRAM = 2;
const SOCK_CLOEXEC = 0o2000000;
const PATH_BYTES = 108;
const MSG_NOSIGNAL = 0x4000;
const MSG_DONTWAIT = 0x40;

const LIBRARIES = ['libc.so.6', 'libc.musl-x86_64.so.1', 'libc.musl-aarch64.so.1', 'libc.so'];

const CALLS = {
  socket: { args: [FFIType.i32, FFIType.i32, FFIType.i32], returns: FFIType.i32 },
  sendto: {
    args: [FFIType.i32, FFIType.ptr, FFIType.u64, FFIType.i32, FFIType.ptr, FFIType.u32],
    returns: FFIType.i64,
  },
  close: { args: [FFIType.i32], returns: FFIType.i32 },
} as const;

function openLibrary() {
  let last: unknown;
  for (const name of LIBRARIES) {
    try {
      return dlopen(name, CALLS).symbols;
    } catch (error) {
      last = error;
    }
  }
  throw new Error('the C library could not be opened', { cause: last });
}

/**
 * Builds a struct sockaddr_un. A name that begins with @ is an abstract one, and gets a zero byte in place of the @.
 */
function addressOf(path: string): Buffer | undefined {
  const name = Buffer.from(path.startsWith('@') ? `\0${path.slice(1)}` : path);
  if (name.length === 0 || name.length >= PATH_BYTES || !/^[/@]/.test(path)) return undefined;
  const family = Buffer.alloc(2);
  new Uint16Array(family.buffer, family.byteOffset, 1)[0] = AF_UNIX;
  // A path ends with a zero byte. An abstract name has no end mark: its length is passed.
  return Buffer.concat([family, name, ...(path.startsWith('@') ? [] : [Buffer.alloc(1)])]);
}

/**
 * Prepares reports to the service manager; undefined if `path`, the value of NOTIFY_SOCKET, is not set.
 * @throws Error if the path is invalid, the system is not Linux, or the C library cannot be opened
 */
export function openServiceManager(path: string | undefined): ServiceManager | undefined {
  if (path === undefined || path === '') return undefined;
  if (process.platform !== 'linux') throw new Error('NOTIFY_SOCKET is for Linux');
  const address = addressOf(path);
  if (address === undefined) throw new Error('NOTIFY_SOCKET holds no path of a socket');
  const { socket, sendto, close } = openLibrary();
  return {
    tell(state) {
      const text = Buffer.from(state);
      const handle = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
      if (handle < 0) return false;
      const flags = MSG_NOSIGNAL | MSG_DONTWAIT;
      const sent = Number(sendto(handle, ptr(text), text.length, flags, ptr(address), address.length));
      close(handle);
      return sent === text.length;
    },
  };
}
