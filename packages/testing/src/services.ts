/** Where the real services are that tests run against. */

export type TestService = 'PostgreSQL' | 'RabbitMQ' | 'Redis' | 'Chromium' | 'promtool'

/**
 * Thrown to a test that asks for a service this machine has not got. `npm test`, which names such services in
 * WAYBILL_TEST_MISSING, reports the test as not run.
 */
export class MissingService extends Error {
  override readonly name = 'MissingService'
  constructor(service: TestService) {
    super(`${service} is missing on this machine`)
  }
}

/** An administrator's URL of PostgreSQL: WAYBILL_TEST_POSTGRES_URL, else the local one on its standard port. */
export const testPostgresUrl = (): string =>
  urlOf('PostgreSQL', 'WAYBILL_TEST_POSTGRES_URL', 'postgres://postgres@127.0.0.1:5432/postgres')

export const testRabbitUrl = (): string => urlOf('RabbitMQ', 'RABBITMQ_URL', 'amqp://guest:guest@127.0.0.1:5672')

export const testRedisUrl = (): string => urlOf('Redis', 'REDIS_URL', 'redis://127.0.0.1:6379')

/** Path of Prometheus' promtool: WAYBILL_TEST_PROMTOOL, else the one on the path. */
export const testPromtool = (): string => urlOf('promtool', 'WAYBILL_TEST_PROMTOOL', 'promtool')

function urlOf(service: TestService, variable: string, standard: string): string {
  if (process.env.WAYBILL_TEST_MISSING?.split(',').includes(service)) throw new MissingService(service)
  return process.env[variable] ?? standard
}

/** A name that no other test, stack or developer uses: prefix for databases, queues and keys. */
export const testNamespace = (): string => `waybill_test_${Math.random().toString(36).slice(2, 12)}`
