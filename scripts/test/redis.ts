import { freePort } from '@waybill/chassis/process/free-port'
import { eventually } from '@waybill/testing/eventually'
import { installedProgram, runContainer, startChild } from '@waybill/testing/programs'
import { Redis } from 'ioredis'
import type { BroughtService, Provider } from './bring.ts'

/** The Redis at REDIS_URL or the local one; else one from Docker, from the machine or from Debian's packages. */
export async function bringRedis(stateDirectory: string): Promise<BroughtService | null> {
  const configured = process.env.REDIS_URL
  const url = configured ?? 'redis://127.0.0.1:6379'
  const version = await findVersion(url)
  if (version !== null)
    return { url, origin: configured ? 'the configured one' : 'the local one', version, stop: async () => {} }
  if (configured) throw new Error('The configured Redis (REDIS_URL) cannot be reached.')
  return (await fromDocker(stateDirectory)) ?? (await fromPackage(stateDirectory))
}

/** Null when no Redis answers there. */
async function findVersion(url: string): Promise<string | null> {
  const redis = new Redis(url, {
    lazyConnect: true,
    connectTimeout: 3_000,
    maxRetriesPerRequest: 0,
    retryStrategy: null,
  })
  redis.on('error', () => {}) // the call below rejects with it
  try {
    await redis.connect()
    return /^redis_version:(\S+)/m.exec(await redis.info('server'))?.[1] ?? 'unknown'
  } catch {
    return null
  } finally {
    redis.disconnect()
  }
}

const untilReady = (url: string): Promise<string> =>
  eventually(async () => {
    const version = await findVersion(url)
    if (version === null) throw new Error('Redis was started and does not answer')
    return version
  })

const fromDocker: Provider = async () => {
  const container = await runContainer({ image: 'redis:7', port: 6379 })
  if (!container) return null
  const url = `redis://127.0.0.1:${container.port}`
  const version = await untilReady(url)
  return { url, origin: 'in Docker', version, stop: container.stop }
}

const fromPackage: Provider = async (stateDirectory) => {
  const program = await installedProgram('/usr/bin/redis-server', 'redis-server')
  if (!program) return null
  const port = await freePort()
  const inMemory = ['--save', '', '--appendonly', 'no', '--dir', stateDirectory]
  const child = startChild(program, ['--port', String(port), '--bind', '127.0.0.1', ...inMemory])
  const url = `redis://127.0.0.1:${port}`
  const version = await Promise.race([untilReady(url), child.failed])
  return { url, origin: `started from ${program}`, version, stop: child.stop }
}
