import type { WebhookServiceHandlers } from '@waybill/contracts/gen/waybill/webhook/v1/WebhookService'
import { testPostgresUrl, testRedisUrl } from '@waybill/testing/services'
import { Redis } from 'ioredis'
import pg from 'pg'
import { implement, startRpcServer } from '../../rpc/server.ts'
import { createLog } from '../../telemetry/log.ts'
import { createMetrics } from '../../telemetry/metrics.ts'
import type { Telemetry } from '../../telemetry/tracing.ts'
import { answeringAll, ECHO_SERVICE } from '../echo-service.ts'

const log = createLog({ service: 'back' })

export async function serve(telemetry: Telemetry): Promise<void> {
  const pool = new pg.Pool({ connectionString: testPostgresUrl(), max: 1 })
  const redis = new Redis(testRedisUrl())
  const answer = async () => {
    await pool.query('select 1 as one')
    await redis.exists('private')
    await fetch(`${process.env.OUTWARD_URL}/hook-private?token=private`)
    log.info('call.answered')
    return { status: 200, etag: 'answered' }
  }
  const server = await startRpcServer({
    service: 'webhook',
    host: '127.0.0.1',
    port: 0,
    internalKey: 'a key of the tests',
    log,
    metrics: createMetrics({ service: 'back' }),
    services: [implement<WebhookServiceHandlers>(ECHO_SERVICE, answeringAll(answer))],
  })
  log.info({ port: server.port }, 'server.listening')
  process.once('SIGTERM', async () => {
    await telemetry.shutdown()
    process.exit(0)
  })
}
