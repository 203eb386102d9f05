import { createOtlpNetworkExportDelegate, OTLPExporterBase } from '@opentelemetry/otlp-exporter-base';
import { convertLegacyHttpOptions } from '@opentelemetry/otlp-exporter-base/node-http';
import { JsonTraceSerializer } from '@opentelemetry/otlp-transformer';
import type { ReadableSpan, SpanExporter } from '@opentelemetry/sdk-trace-base';
import { postBytes } from '../base/index.ts';

/**
 * The maximum number of bytes that are read from a collector's answer. This is enough, because the answer only reports
 * the spans that the collector refused.
 */
const ANSWER_BYTES = 64 * 1024;
/** The answers after which another try may succeed (OTLP 1.5, retryable response codes). */
const RETRYABLE: ReadonlySet<number> = new Set([429, 502, 503, 504]);

/**
 * Replaces OTLPTraceExporter with Docket's own client. OTLPTraceExporter (0.200) reads an answer of any length, so a
 * collector could fill the memory.
 */
export function openExporter(): SpanExporter {
  const options = convertLegacyHttpOptions({}, 'TRACES', 'v1/traces', { 'Content-Type': 'application/json' });
  const isPacked = String(options.compression) === 'gzip';
  const send = async (data: Uint8Array, timeoutMs: number) => {
    const { status, bytes } = await postBytes(options.url, {
      headers: { ...options.headers(), ...(isPacked && { 'content-encoding': 'gzip' }) },
      body: isPacked ? Bun.gzipSync(new Uint8Array(data)) : new Uint8Array(data),
      timeoutMs,
      maxBytes: ANSWER_BYTES,
    });
    if (status >= 200 && status < 300) return { status: 'success', data: bytes } as const;
    if (RETRYABLE.has(status)) return { status: 'retryable' } as const;
    throw new Error(`the collector answered ${status}`);
  };
  return new OTLPExporterBase<ReadableSpan[]>(
    createOtlpNetworkExportDelegate(options, JsonTraceSerializer, {
      send: (data, timeoutMs) =>
        send(data, timeoutMs).catch((error: unknown) => ({
          status: 'failure' as const,
          error: error instanceof Error ? error : new Error(String(error)),
        })),
      shutdown: () => undefined,
    }),
  );
}
