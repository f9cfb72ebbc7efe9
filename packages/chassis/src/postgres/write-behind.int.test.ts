import { eventually } from '@waybill/testing/eventually'
import pg from 'pg'
import { expect, test } from 'vitest'
import { createLog } from '../telemetry/log.ts'
import { createMetrics } from '../telemetry/metrics.ts'
import { startWriteBehind } from './write-behind.ts'

const aWriteBehind = (write: (items: string[]) => Promise<void>, maxBytes = 1_000) => {
  const metrics = createMetrics({ service: 'test' })
  const log = createLog({ service: 'test', level: 'silent' })
  const behind = startWriteBehind({ name: 'notes', maxBytes, measureSize: (item) => item.length, write, log, metrics })
  return { behind, rendered: async () => (await metrics.render()).text }
}

test('writes items in batches, in order, after a short delay', async () => {
  const written: string[][] = []
  const { behind } = aWriteBehind(async (items) => void written.push(items))
  behind.add('a')
  behind.add('b')
  await eventually(() => expect(written.flat()).toEqual(['a', 'b']))
  await behind.stop()
})

test('retries a batch that could not be written', async () => {
  const written: string[] = []
  let failures = 2
  const { behind } = aWriteBehind(async (items) => {
    if (failures-- > 0) throw new Error('database unavailable')
    written.push(...items)
  })
  behind.add('a')
  await eventually(() => expect(written).toEqual(['a']))
  await behind.stop()
})

test('drops and counts an item that the database rejects as invalid, and writes the others', async () => {
  const written: string[] = []
  const { behind, rendered } = aWriteBehind(async (items) => {
    if (items.includes('bad')) throw Object.assign(new pg.DatabaseError('invalid byte', 1, 'error'), { code: '22021' })
    written.push(...items)
  })
  for (const item of ['a', 'bad', 'b']) behind.add(item)
  await eventually(() => expect(written).toEqual(['a', 'b']))
  await behind.stop()
  expect(await rendered()).toMatch(/write_behind_dropped_total\{name="notes",service="test"\} 1/)
})

test('drops and counts items beyond its capacity, and writes the rest on stop', async () => {
  const written: string[] = []
  const { behind, rendered } = aWriteBehind(async (items) => void written.push(...items), 10)
  behind.add('12345678')
  behind.add('too long')
  behind.add('90')
  await behind.stop()
  expect(written).toEqual(['12345678', '90'])
  expect(await rendered()).toMatch(/write_behind_dropped_total\{name="notes",service="test"\} 1/)
})

test('counts items that stop cannot write as dropped', async () => {
  const { behind, rendered } = aWriteBehind(() => Promise.reject(new Error('gone')))
  behind.add('a')
  await behind.stop()
  expect(await rendered()).toMatch(/write_behind_dropped_total\{name="notes",service="test"\} 1/)
})
