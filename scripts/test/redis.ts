import { connect } from 'node:net'
import { freePort } from '@waybill/chassis/process/free-port'
import { eventually } from '@waybill/testing/eventually'
import { installedProgram, runContainer, startChild } from './bring.ts'
import type { BroughtService, Provider } from './services.ts'

/** The Redis at REDIS_URL or the local one; else one from Docker, from the machine or from Debian's packages. */
export async function bringRedis(stateDirectory: string): Promise<BroughtService | null> {
  const configured = process.env.REDIS_URL
  const url = configured ?? 'redis://127.0.0.1:6379'
  if (await answers(url))
    return { url, origin: configured ? 'the configured one' : 'the local one', stop: async () => {} }
  if (configured) throw new Error('the configured Redis (REDIS_URL) cannot be reached')
  return (await fromDocker(stateDirectory)) ?? (await fromPackage(stateDirectory))
}

/** Whether something speaks Redis there; a password that is asked for is an answer too. */
function answers(url: string): Promise<boolean> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve) => {
    const socket = connect({ host: hostname, port: Number(port || 6379), timeout: 3_000 }, () =>
      socket.write('PING\r\n'),
    )
    socket.on('data', (reply) => done(/^[+-]/.test(reply.toString())))
    socket.on('error', () => done(false))
    socket.on('timeout', () => done(false))
    socket.on('close', () => done(false))
    function done(answer: boolean) {
      resolve(answer)
      socket.destroy()
    }
  })
}

const isReady = (url: string) =>
  eventually(async () => {
    if (!(await answers(url))) throw new Error('Redis was started and does not answer')
  })

const fromDocker: Provider = async () => {
  const container = await runContainer({ image: 'redis:7', port: 6379 })
  if (!container) return null
  const url = `redis://127.0.0.1:${container.port}`
  await isReady(url)
  return { url, origin: 'in Docker', stop: container.stop }
}

const fromPackage: Provider = async (stateDirectory) => {
  const program = await installedProgram('/usr/bin/redis-server', 'redis-server')
  if (!program) return null
  const port = await freePort()
  const nothingKept = ['--save', '', '--appendonly', 'no', '--dir', stateDirectory]
  const child = startChild(program, ['--port', String(port), '--bind', '127.0.0.1', ...nothingKept])
  const url = `redis://127.0.0.1:${port}`
  await Promise.race([isReady(url), child.failed])
  return { url, origin: `started from ${program}`, stop: child.stop }
}
