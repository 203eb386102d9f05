/** The types that the tests use; the package has none. */
declare module '@20minutes/s3rver' {
  import type { Server } from 'node:http';
  import type { AddressInfo } from 'node:net';

  interface Context {
    path: string;
  }

  export interface ListOptions {
    readonly maxKeys?: number;
  }
  export interface Listing {
    readonly objects: readonly { readonly key: string }[];
    readonly isTruncated: boolean;
  }
  /** The body of an object, or the source of a body. */
  export interface Content {
    readonly headers?: Readonly<Record<string, string | undefined>>;
  }
  /** Size and MD5 of what was stored. */
  export type PutContent = (path: string, content: Content) => Promise<readonly [number, string]>;
  export type List = (bucket: string, options: ListOptions) => Promise<Listing>;

  export default class S3rver {
    constructor(options: {
      readonly address: string;
      readonly port: number;
      readonly silent: boolean;
      readonly directory: string;
      readonly configureBuckets: readonly { readonly name: string }[];
    });
    readonly middleware: ((context: Context, next: () => Promise<unknown>) => unknown)[];
    readonly store: { listObjects: List; putContent: PutContent };
    /** Set while the server runs. */
    readonly httpServer: Server;
    run(): Promise<AddressInfo>;
    close(): Promise<void>;
  }
}
