// A gRPC server on PORT (0: a free port) that answers after DELAY_MS.
import { setTimeout as delay } from 'node:timers/promises'
import type { WebhookServiceHandlers } from '@waybill/contracts/gen/waybill/webhook/v1/WebhookService'
import { implement, startRpcServer } from '../../rpc/server.ts'
import { createLog } from '../../telemetry/log.ts'
import { createMetrics } from '../../telemetry/metrics.ts'
import { answeringAll, ECHO_SERVICE } from '../echo-service.ts'

const log = createLog({ service: 'rpc-echo' })
const answer = async () => {
  log.info('call.entered')
  await delay(Number(process.env.DELAY_MS))
  return { status: 200, etag: String(process.pid) }
}
const server = await startRpcServer({
  service: 'webhook',
  host: '127.0.0.1',
  port: Number(process.env.PORT),
  internalKey: 'a key of the tests',
  log,
  metrics: createMetrics({ service: 'rpc-echo' }),
  services: [implement<WebhookServiceHandlers>(ECHO_SERVICE, answeringAll(answer))],
})
log.info({ port: server.port }, 'server.listening')
