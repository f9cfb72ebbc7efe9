import { findRabbitVersion, startRabbitServer } from '@waybill/chassis/testing/rabbit-server'
import type { BroughtService } from './bring.ts'

/** The RabbitMQ at RABBITMQ_URL or the local one; else one from Docker, from the machine or from Debian's packages. */
export async function bringRabbit(stateDirectory: string): Promise<BroughtService | null> {
  const configured = process.env.RABBITMQ_URL
  const url = configured ?? 'amqp://guest:guest@127.0.0.1:5672'
  const version = await findRabbitVersion(url)
  if (version !== null)
    return { url, origin: configured ? 'the configured one' : 'the local one', version, stop: async () => {} }
  if (configured) throw new Error('The configured RabbitMQ (RABBITMQ_URL) cannot be reached.')
  return startRabbitServer(stateDirectory)
}
