import { mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { eventually } from '@waybill/testing/eventually'
import { installedProgram, runContainer, runProgram, startChild } from '@waybill/testing/programs'
import { connect } from 'amqplib'
import { freePort } from '../process/free-port.ts'

/** A RabbitMQ of one's own, with its own name, ports and data. */
export interface RabbitServer {
  url: string
  /** Where it comes from. */
  origin: string
  version: string
  /** Runs `rabbitmqctl` with the arguments; resolves to its output, rejects when it fails. */
  control(...args: string[]): Promise<string>
  /** Stops it. Its data stays in the directory. */
  stop(): Promise<void>
}

/** Starts one in Docker, or else from the machine's package. Null when the machine has neither. */
export const startRabbitServer = async (directory: string): Promise<RabbitServer | null> =>
  (await startInDocker()) ?? (await startFromPackage(directory))

/** Version of the RabbitMQ at the address; null when none answers. */
export async function findRabbitVersion(url: string): Promise<string | null> {
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
      const version = await findRabbitVersion(url)
      if (version === null) throw new Error('RabbitMQ was started and does not answer')
      return version
    },
    { timeoutMs: 90_000, intervalMs: 250 },
  )

async function startInDocker(): Promise<RabbitServer | null> {
  const container = await runContainer({ image: 'rabbitmq:4.0-management', port: 5672 })
  if (!container) return null
  const url = `amqp://guest:guest@127.0.0.1:${container.port}`
  const version = await untilReady(url)
  const control = (...args: string[]) => container.run('rabbitmqctl', ...args)
  return { url, origin: 'in Docker', version, control, stop: container.stop }
}

async function startFromPackage(directory: string): Promise<RabbitServer | null> {
  const program = await installedProgram('/usr/lib/rabbitmq/bin/rabbitmq-server', 'rabbitmq-server')
  if (!program) return null
  const state = join(directory, 'rabbitmq')
  mkdirSync(state)
  const [port, distributionPort, nameServerPort] = [await freePort(), await freePort(), await freePort()]
  const env = {
    HOME: state, // holds the Erlang cookie
    ERL_EPMD_ADDRESS: '127.0.0.1',
    ERL_EPMD_PORT: String(nameServerPort),
    RABBITMQ_NODENAME: `waybill-test-${port}@localhost`,
    RABBITMQ_NODE_IP_ADDRESS: '127.0.0.1',
    RABBITMQ_NODE_PORT: String(port),
    RABBITMQ_DIST_PORT: String(distributionPort),
    RABBITMQ_MNESIA_BASE: state,
    RABBITMQ_LOG_BASE: state,
    RABBITMQ_ENABLED_PLUGINS_FILE: join(state, 'enabled_plugins'),
    RABBITMQ_CONFIG_FILE: join(state, 'rabbitmq'),
  }
  const child = startChild(program, [], env)
  const url = `amqp://guest:guest@127.0.0.1:${port}`
  const version = await Promise.race([untilReady(url), child.failed])
  return {
    url,
    origin: `started from ${program}`,
    version,
    async control(...args) {
      const { stdout } = await runProgram(join(dirname(program), 'rabbitmqctl'), args, {
        env: { ...process.env, ...env },
      })
      return stdout
    },
    async stop() {
      await child.stop()
      // The node does not stop Erlang's name server, which is a separate daemon.
      await runProgram('epmd', ['-port', String(nameServerPort), '-kill'])
    },
  }
}
