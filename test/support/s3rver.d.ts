/** What we use of it; the package brings no types. */
declare module '@20minutes/s3rver' {
  import type { AddressInfo } from 'node:net';

  interface Context {
    path: string;
  }

  export default class S3rver {
    constructor(options: {
      readonly address: string;
      readonly port: number;
      readonly silent: boolean;
      readonly directory: string;
      readonly configureBuckets: readonly { readonly name: string }[];
    });
    readonly middleware: ((context: Context, next: () => Promise<unknown>) => unknown)[];
    readonly store: { listObjects(bucket: string, options: unknown): Promise<unknown> };
    run(): Promise<AddressInfo>;
    close(): Promise<void>;
  }
}
