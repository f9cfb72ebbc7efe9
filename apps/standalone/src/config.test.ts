import { expect, test } from 'vitest'
import { variables } from './config.ts'

test('an empty environment is complete: one machine, loopback only, nothing outside the process', () => {
  expect(variables.read({})).toMatchObject({
    HOST: '127.0.0.1',
    PORT: 8080,
    LOG_LEVEL: 'warn',
    WAYBILL_DATA_DIR: null,
    WAYBILL_NAMESPACE: null,
    WAYBILL_PUBLIC_URL: null,
    DATABASE_URL: null,
    RABBITMQ_URL: null,
    REDIS_URL: null,
    WEBHOOK_RETRY_SCHEDULE: null,
  })
})

test('all mistakes are named at once, without the secrets among them', () => {
  const wrong = {
    PORT: '80800',
    LOG_LEVEL: 'loud',
    WAYBILL_PUBLIC_URL: 'localhost, password hunter2',
    SIMULATOR_STEP_MS: 'soon',
    DISPATCH_WINDOW_MS: '-1',
    DATABASE_URL: 'postgres://admin:hunter2@localhost/postgres',
    DATABASE_URL_FILE: '/run/secrets/database',
  }
  const read = () => variables.read(wrong)
  for (const name of Object.keys(wrong)) expect(read).toThrow(name)
  expect(read).not.toThrow('hunter2')
})

test.each([
  ['DISPATCH_WINDOW_MS', '90s', 90_000],
  ['SIMULATOR_STEP_MS', '250', 250],
  ['WEBHOOK_RETRY_SCHEDULE', '5s, 5m,', ['5s', '5m']],
  ['WAYBILL_DATA_DIR', ' ', null],
  ['PORT', '65535', 65_535],
] as const)('%s=%j is read as %j', (name, text, value) => {
  expect(variables.read({ [name]: text })[name]).toEqual(value)
})

test('port 0 is refused: links, callbacks and sandbox.json name the port before it is known', () => {
  expect(() => variables.read({ PORT: '0' })).toThrow(/PORT is "0": expected a port, 1 to 65535/)
})
