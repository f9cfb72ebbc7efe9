import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import protobuf from 'protobufjs'

/** The fields of a span that tests check. Ids are hex. */
export interface ReceivedSpan {
  service: string
  traceId: string
  spanId: string
  parentSpanId: string
  name: string
  kind: 'internal' | 'server' | 'client' | 'producer' | 'consumer'
  attributes: Record<string, string>
  /** Attributes of the process that sent the span. */
  resource: Record<string, string>
}

// The fields of opentelemetry/proto/trace/v1/trace.proto that are read here.
const { root } = protobuf.parse(`
  syntax = "proto3";
  message Request { repeated ResourceSpans resource_spans = 1; }
  message ResourceSpans { Resource resource = 1; repeated ScopeSpans scope_spans = 2; }
  message Resource { repeated KeyValue attributes = 1; }
  message ScopeSpans { repeated Span spans = 2; }
  message Span {
    bytes trace_id = 1; bytes span_id = 2; bytes parent_span_id = 4; string name = 5; int32 kind = 6;
    repeated KeyValue attributes = 9;
  }
  message KeyValue { string key = 1; Value value = 2; }
  message Value { string string_value = 1; }
`)

interface KeyValue {
  key: string
  value?: { stringValue?: string }
}
interface Request {
  resourceSpans: {
    resource: { attributes: KeyValue[] }
    scopeSpans: {
      spans: {
        traceId: string
        spanId: string
        parentSpanId: string
        name: string
        kind: number
        attributes: KeyValue[]
      }[]
    }[]
  }[]
}

const kinds = ['internal', 'internal', 'server', 'client', 'producer', 'consumer'] as const
const hex = (base64: string) => Buffer.from(base64, 'base64').toString('hex')
const record = (attributes: KeyValue[]) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, value?.stringValue ?? '']))

function decode(bytes: Buffer): ReceivedSpan[] {
  const type = root.lookupType('Request')
  const request = type.toObject(type.decode(bytes), { bytes: String, arrays: true }) as Request
  return request.resourceSpans.flatMap(({ resource, scopeSpans }) =>
    scopeSpans
      .flatMap(({ spans }) => spans)
      .map((span) => ({
        service: record(resource.attributes)['service.name'] ?? '',
        traceId: hex(span.traceId),
        spanId: hex(span.spanId),
        parentSpanId: hex(span.parentSpanId ?? ''),
        name: span.name,
        kind: kinds[span.kind] ?? 'internal',
        attributes: record(span.attributes),
        resource: record(resource.attributes),
      })),
  )
}

export interface OtlpSink {
  /** For OTEL_EXPORTER_OTLP_ENDPOINT. */
  endpoint: string
  /** In order of arrival. Exporters send batches, by default up to 5 s after a span ends. */
  spans: ReceivedSpan[]
  requests: { path: string; headers: IncomingHttpHeaders }[]
  stop(): Promise<void>
}

/** A collector for OTLP over HTTP. Keeps every request, and the spans of those with a protobuf body. */
export async function startOtlpSink(): Promise<OtlpSink> {
  const spans: ReceivedSpan[] = []
  const requests: OtlpSink['requests'] = []
  const server = createServer(async (request: IncomingMessage, response) => {
    const { url = '', headers } = request
    const body = await buffer(request)
    requests.push({ path: url, headers })
    if (headers['content-type'] === 'application/x-protobuf') spans.push(...decode(body))
    response.writeHead(200, { 'content-type': 'application/x-protobuf' }).end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    requests,
    async stop() {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}
