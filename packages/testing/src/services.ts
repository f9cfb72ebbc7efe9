/** Addresses of the real services that tests run against. */
import { join } from 'node:path'

export type TestService = 'PostgreSQL' | 'RabbitMQ' | 'Redis' | 'Chromium' | 'promtool' | 'helm' | 'runtimes'

/**
 * Thrown when a test needs a service that this machine lacks. `npm test` lists such services in WAYBILL_TEST_MISSING and
 * reports the test as not run.
 */
export class MissingService extends Error {
  override readonly name = 'MissingService'
  constructor(service: TestService) {
    super(`${service} is missing on this machine`)
  }
}

/** PostgreSQL as an administrator: WAYBILL_TEST_POSTGRES_URL, else the local server on its standard port. */
export const testPostgresUrl = (): string =>
  getAddress('PostgreSQL', 'WAYBILL_TEST_POSTGRES_URL', 'postgres://postgres@127.0.0.1:5432/postgres')

export const testRabbitUrl = (): string => getAddress('RabbitMQ', 'RABBITMQ_URL', 'amqp://guest:guest@127.0.0.1:5672')

export const testRedisUrl = (): string => getAddress('Redis', 'REDIS_URL', 'redis://127.0.0.1:6379')

/** Path of Prometheus' promtool: WAYBILL_TEST_PROMTOOL, else the one on the PATH. */
export const testPromtool = (): string => getAddress('promtool', 'WAYBILL_TEST_PROMTOOL', 'promtool')

/** Path of helm: WAYBILL_TEST_HELM, else the one on the PATH. */
export const testHelm = (): string => getAddress('helm', 'WAYBILL_TEST_HELM', 'helm')

/** Folder of the packages of other runtimes of JavaScript: WAYBILL_TEST_RUNTIMES, else that of tools/runtimes. */
export const testRuntimes = (): string =>
  getAddress('runtimes', 'WAYBILL_TEST_RUNTIMES', join(import.meta.dirname, '../../../tools/runtimes/node_modules'))

function getAddress(service: TestService, variable: string, standard: string): string {
  if (process.env.WAYBILL_TEST_MISSING?.split(',').includes(service)) throw new MissingService(service)
  return process.env[variable] ?? standard
}

/** A random prefix for databases, queues and keys, so that tests and running stacks do not collide. */
export const testNamespace = (): string => `waybill_test_${Math.random().toString(36).slice(2, 12)}`
