/** Where the real services are that tests run against. */

/** An administrator's URL of PostgreSQL: WAYBILL_TEST_POSTGRES_URL, else the local one on its standard port. */
export const testPostgresUrl = (): string =>
  process.env.WAYBILL_TEST_POSTGRES_URL ?? 'postgres://postgres@127.0.0.1:5432/postgres'

export const testRabbitUrl = (): string => process.env.RABBITMQ_URL ?? 'amqp://guest:guest@127.0.0.1:5672'

export const testRedisUrl = (): string => process.env.REDIS_URL ?? 'redis://127.0.0.1:6379'

/** A name that no other test, stack or developer uses: prefix for databases, queues and keys. */
export const testNamespace = (): string => `waybill_test_${Math.random().toString(36).slice(2, 12)}`
