import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { contextMessage, systemContext } from '../../rpc/call-context.ts'
import { connectRpc } from '../../rpc/client.ts'
import { createLog } from '../../telemetry/log.ts'
import { createMetrics } from '../../telemetry/metrics.ts'
import { passTrace, traceRequest } from '../../telemetry/trace-request.ts'
import type { Telemetry } from '../../telemetry/tracing.ts'
import { isTracingOn } from '../../telemetry/tracing-variables.ts'
import { readTracingConfig } from '../tracing-config.ts'

const log = createLog({ service: 'front' })

export async function serve(telemetry: Telemetry): Promise<void> {
  const client = connectRpc({
    caller: 'gateway',
    serviceName: 'waybill.webhook.v1.WebhookService',
    target: String(process.env.BACK_TARGET),
    internalKey: 'a key of the tests',
    log,
    metrics: createMetrics({ service: 'front' }),
  })
  const call = async () => {
    const caller = systemContext({ environmentId: 'env_1', merchantId: 'mer_1', livemode: false, timeoutMs: 5_000 })
    log.info('request.received')
    return client.ListSubscriptions({ context: contextMessage(caller) })
  }
  const server = createServer(async (request, response) => {
    if (request.url === '/livez') return void response.end()
    const { method = '', url = '', headers } = request
    const [path = ''] = url.split('?')
    const traceparent = headers.traceparent ? String(headers.traceparent) : null
    const requestTrace = isTracingOn(readTracingConfig(process.env))
      ? traceRequest({ method, route: '/shipments', path, traceparent })
      : passTrace(traceparent)
    const answer = await requestTrace.run(call)
    requestTrace.end({ status: 200 })
    response.end(answer.etag)
  })
  server.listen(0, '127.0.0.1', () => {
    log.info({ port: (server.address() as AddressInfo).port }, 'server.listening')
  })
  process.once('SIGTERM', async () => {
    await telemetry.shutdown()
    process.exit(0)
  })
}
