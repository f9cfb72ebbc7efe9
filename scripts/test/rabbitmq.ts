import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from '@waybill/chassis/process/free-port'
import { eventually } from '@waybill/testing/eventually'
import { connect } from 'amqplib'
import { type BroughtService, installedProgram, type Provider, runContainer, runProgram, startChild } from './bring.ts'

/** The RabbitMQ at RABBITMQ_URL or the local one; else one from Docker, from the machine or from Debian's packages. */
export async function bringRabbit(stateDirectory: string): Promise<BroughtService | null> {
  const configured = process.env.RABBITMQ_URL
  const url = configured ?? 'amqp://guest:guest@127.0.0.1:5672'
  const version = await findVersion(url)
  if (version !== null)
    return { url, origin: configured ? 'the configured one' : 'the local one', version, stop: async () => {} }
  if (configured) throw new Error('The configured RabbitMQ (RABBITMQ_URL) cannot be reached.')
  return (await fromDocker(stateDirectory)) ?? (await fromPackage(stateDirectory))
}

/** Null when no RabbitMQ answers there. */
async function findVersion(url: string): Promise<string | null> {
  try {
    const connection = await connect(url, { timeout: 3_000 })
    await connection.close()
    return String(connection.connection.serverProperties.version)
  } catch {
    return null
  }
}

const untilReady = (url: string): Promise<string> =>
  eventually(
    async () => {
      const version = await findVersion(url)
      if (version === null) throw new Error('RabbitMQ was started and does not answer')
      return version
    },
    { timeoutMs: 90_000, intervalMs: 250 },
  )

const fromDocker: Provider = async () => {
  const container = await runContainer({ image: 'rabbitmq:4.0-management', port: 5672 })
  if (!container) return null
  const url = `amqp://guest:guest@127.0.0.1:${container.port}`
  const version = await untilReady(url)
  return { url, origin: 'in Docker', version, stop: container.stop }
}

const fromPackage: Provider = async (stateDirectory) => {
  const program = await installedProgram('/usr/lib/rabbitmq/bin/rabbitmq-server', 'rabbitmq-server')
  if (!program) return null
  const state = join(stateDirectory, 'rabbitmq')
  mkdirSync(state)
  const [port, distributionPort, nameServerPort] = [await freePort(), await freePort(), await freePort()]
  const child = startChild(program, [], {
    HOME: state, // holds the Erlang cookie
    ERL_EPMD_ADDRESS: '127.0.0.1',
    ERL_EPMD_PORT: String(nameServerPort),
    RABBITMQ_NODENAME: `waybill-test-${process.pid}@localhost`,
    RABBITMQ_NODE_IP_ADDRESS: '127.0.0.1',
    RABBITMQ_NODE_PORT: String(port),
    RABBITMQ_DIST_PORT: String(distributionPort),
    RABBITMQ_MNESIA_BASE: state,
    RABBITMQ_LOG_BASE: state,
    RABBITMQ_ENABLED_PLUGINS_FILE: join(state, 'enabled_plugins'),
    RABBITMQ_CONFIG_FILE: join(state, 'rabbitmq'),
  })
  const url = `amqp://guest:guest@127.0.0.1:${port}`
  const version = await Promise.race([untilReady(url), child.failed])
  return {
    url,
    origin: `started from ${program}`,
    version,
    async stop() {
      await child.stop()
      // The node does not stop Erlang's name server, which is a separate daemon.
      await runProgram('epmd', ['-port', String(nameServerPort), '-kill'])
    },
  }
}
