import { expect, test } from 'vitest'
import { variables } from './config.ts'

const required = { DATABASE_URL: 'postgres://127.0.0.1/waybill', SIMULATOR_KEY: 'k'.repeat(32) }

test('couriers take a step every ten seconds on port 8090 unless configured otherwise', () => {
  expect(variables.read(required)).toMatchObject({
    PORT: 8090,
    SIMULATOR_STEP_MS: 10_000,
    DATABASE_SCHEMA: 'simulator',
  })
  expect(variables.read({ ...required, SIMULATOR_STEP_MS: '0' })).toMatchObject({ SIMULATOR_STEP_MS: 0 })
})

test('a simulator without a key does not start', () => {
  expect(() => variables.read({ ...required, SIMULATOR_KEY: undefined })).toThrow('SIMULATOR_KEY')
})
