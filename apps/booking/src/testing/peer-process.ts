/** A service as a child process. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import type { ServiceDatabase } from '@waybill/chassis/postgres/provision'
import { freePort } from '@waybill/chassis/process/free-port'
import { eventually } from '@waybill/testing/eventually'
import { programEnvironment } from '@waybill/testing/program-environment'
import { testRabbitUrl } from '@waybill/testing/services'

const root = resolve(import.meta.dirname, '../../../..')

export interface PeerProcess {
  stop(): Promise<void>
}

interface PeerOptions {
  /** Folder of the app. */
  name: string
  /** Port of its gRPC server; for the simulator, of its HTTP server. */
  port: number
  database: ServiceDatabase
  namespace: string
  env: NodeJS.ProcessEnv
}

/** Resolves once it is ready. Throws if it ends before. */
export async function startPeer({ name, port, database, namespace, env }: PeerOptions): Promise<PeerProcess> {
  const opsPort = await freePort()
  const child = spawn(process.execPath, [`apps/${name}/src/main.ts`], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...programEnvironment(),
      LOG_LEVEL: 'error',
      DATABASE_URL: database.url,
      MIGRATION_DATABASE_URL: database.ownerUrl,
      DATABASE_SCHEMA: database.schema,
      DATABASE_POOL_SIZE: '3',
      RABBITMQ_URL: testRabbitUrl(),
      WAYBILL_NAMESPACE: namespace,
      GRPC_PORT: String(port),
      PORT: String(port),
      OPS_PORT: String(opsPort),
      ...env,
    },
  })
  async function stop(): Promise<void> {
    if (child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.kill('SIGTERM')
    await ended
  }
  try {
    await eventually(
      async () => {
        if (child.exitCode !== null) return
        const answer = await fetch(`http://127.0.0.1:${opsPort}/readyz`).catch(() => null)
        if (!answer?.ok) throw new Error(`${name} is not ready`)
      },
      { timeoutMs: 90_000, intervalMs: 100 },
    )
    if (child.exitCode !== null) throw new Error(`${name} ended with ${child.exitCode}`)
    return { stop }
  } catch (error) {
    await stop()
    throw error
  }
}
