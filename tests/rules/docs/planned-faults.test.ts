/** The faults of each operation are the same in the API, in the console and in the guide to testing. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { faultsByOperation } from '@waybill/contracts/simulator'
import { expect, test } from 'vitest'
import { faultsByOperation as ofConsole } from '../../../apps/console/src/features/developers/simulator/faults-by-operation.ts'

test('the console offers what the API accepts', () => {
  expect(ofConsole).toEqual(faultsByOperation)
})

test('the guide to testing lists what the API accepts', () => {
  const guide = readFileSync(join(import.meta.dirname, '../../../docs/guides/testing.md'), 'utf8')
  const [, section = ''] = guide.split('## Planned faults')
  const codesIn = (cell = '') => [...cell.matchAll(/`(\w+)`/g)].map(([, code]) => code)
  const listed = section
    .split('\n')
    .map((line) => line.split('|'))
    .filter((cells) => cells.length === 4)
    .flatMap(([, operations, faults]) => codesIn(operations).map((operation) => [operation, codesIn(faults)]))
    .filter(([operation]) => operation !== 'operation')
  expect(Object.fromEntries(listed)).toEqual(faultsByOperation)
})
