/** The README documents exactly the magic values, fault modes and operations that exist. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { aJobBody, aWireAddress } from '../testing/jobs.ts'
import { faultModes, faultOperations } from './fault.ts'
import { magicFault, magicMishap, magicValidityMs } from './magic-values.ts'

const readme = readFileSync(join(import.meta.dirname, '../../README.md'), 'utf8')
const section = (heading: string): string => readme.split(`## ${heading}`)[1]?.split('\n## ')[0] ?? ''

const documented = [...section('Magic values').matchAll(/`(SIM-[A-Z0-9-]+)`/g)].map(([, value = '']) => value)
const operations = ['quote', 'book', 'cancel', 'update', 'callback', 'create_manifest'] as const

test('there are magic values in the README', () => {
  expect(documented).toHaveLength(27)
  expect(new Set(documented).size).toBe(documented.length)
})

test.for(documented)('%s has an effect on one operation, on the way of the job, or on offers', (value) => {
  const job = aJobBody({ dropoff: aWireAddress({ address_line_1: `1 ${value} Road` }) })
  const faults = operations.filter((operation) => magicFault('city_van', operation, job) !== null)
  const effects = [...faults, magicMishap('city_van', job), magicValidityMs('city_van', job)]
  expect(effects.filter((effect) => effect !== null)).toHaveLength(1)
})

test.for(documented)('%s has no effect on a carrier that it does not name', (value) => {
  const job = aJobBody({ dropoff: aWireAddress({ address_line_1: `${value}:eco_parcel` }) })
  for (const operation of operations) expect(magicFault('city_van', operation, job)).toBeNull()
  expect([magicMishap('city_van', job), magicValidityMs('city_van', job)]).toEqual([null, null])
})

test('every operation and every mode of a fault is in the README', () => {
  const table = section('Operator API')
  for (const name of [...faultOperations, ...faultModes]) expect(table).toContain(`\`${name}\``)
})
