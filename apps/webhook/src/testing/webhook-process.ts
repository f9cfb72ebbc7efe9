/** The service as a separate process, with its own broker. */
import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { connectRabbitBus } from '@waybill/chassis/messaging/rabbit/bus'
import { freePort } from '@waybill/chassis/process/free-port'
import { connectRpc, type RpcClient } from '@waybill/chassis/rpc/client'
import { createLog } from '@waybill/chassis/telemetry/log'
import { createMetrics } from '@waybill/chassis/telemetry/metrics'
import { createTestBroker } from '@waybill/chassis/testing/broker'
import { TEST_INTERNAL_KEY } from '@waybill/chassis/testing/running-service'
import type { TestDatabase } from '@waybill/chassis/testing/service-database'
import { eventually } from '@waybill/testing/eventually'
import { programEnvironment } from '@waybill/testing/program-environment'
import { encryptionKeys } from './webhook-service.ts'

const log = createLog({ service: 'test', level: 'silent' })
const metrics = createMetrics({ service: 'test' })

export interface WebhookProcess {
  child: ChildProcess
  client: RpcClient<'gateway', 'waybill.webhook.v1.WebhookService'>
  bus: Awaited<ReturnType<typeof connectRabbitBus>>
  /** Kills the process if it still runs and removes its broker. The database remains. */
  remove(): Promise<void>
}

/** Starts `main.ts` and resolves once it is ready. */
export async function startWebhookProcess(
  database: TestDatabase,
  env: Record<string, string> = {},
): Promise<WebhookProcess> {
  const broker = createTestBroker()
  const grpcPort = await freePort()
  const opsPort = await freePort()
  const child = spawn(process.execPath, [join(import.meta.dirname, '../main.ts')], {
    env: {
      ...programEnvironment(),
      LOG_LEVEL: 'error',
      INTERNAL_KEY: TEST_INTERNAL_KEY,
      DATABASE_URL: database.url,
      MIGRATION_DATABASE_URL: database.ownerUrl,
      DATABASE_SCHEMA: database.schema,
      DATABASE_POOL_SIZE: '5',
      RABBITMQ_URL: broker.url,
      WAYBILL_NAMESPACE: broker.namespace,
      GRPC_PORT: String(grpcPort),
      OPS_PORT: String(opsPort),
      WEBHOOK_ENCRYPTION_KEYS: encryptionKeys,
      WEBHOOK_ALLOWED_CIDRS: '127.0.0.0/8',
      WEBHOOK_ALLOW_HTTP: 'true',
      ...env,
    },
    stdio: 'inherit',
  })
  const serviceName = 'waybill.webhook.v1.WebhookService'
  const target = `127.0.0.1:${grpcPort}`
  const client = connectRpc({ caller: 'gateway', serviceName, target, internalKey: TEST_INTERNAL_KEY, log, metrics })
  const bus = await connectRabbitBus({ ...broker, log, metrics })
  const started = {
    child,
    client,
    bus,
    async remove() {
      child.kill('SIGKILL')
      client.close()
      await bus.close()
      await broker.drop()
    },
  }
  try {
    await eventually(
      async () => {
        const ready = await fetch(`http://127.0.0.1:${opsPort}/readyz`)
        if (!ready.ok) throw new Error(await ready.text())
      },
      { timeoutMs: 60_000 },
    )
  } catch (error) {
    await started.remove()
    throw error
  }
  return started
}
