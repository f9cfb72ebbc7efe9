import { expect, test } from 'vitest'
import { type SplitBatch, splitBatch } from './split-batch.ts'

function split(text: string, mostItems = 500): { batch: SplitBatch; pauses: number } {
  const steps = splitBatch(Buffer.from(text), mostItems)
  let pauses = 0
  for (let step = steps.next(); ; step = steps.next()) {
    if (step.done) return { batch: step.value, pauses }
    pauses += 1
  }
}

const readParts = (text: string) => {
  const { outline, items } = split(text).batch
  return [outline.toString(), ...items.map(String)]
}

test('cuts objects and arrays out of the list, byte for byte', () => {
  expect(readParts('{"shipments": [ {"a":{"b":[1]}} ,5,[[]], "x"],"dry_run":true}')).toEqual([
    '{"shipments": [ {"item":0} ,5,{"item":1}, "x"],"dry_run":true}',
    '{"a":{"b":[1]}}',
    '[[]]',
  ])
})

test('brackets and quotes within texts do not count', () => {
  const item = '{"a":"}]\\"{[","b\\\\":"\\\\","c":"é😀"}'
  expect(readParts(`{"s":[${item},${item}]}`)).toEqual(['{"s":[{"item":0},{"item":1}]}', item, item])
})

test.each(['{"s":[{]}', '{"s":[{}]]', '{"s":[{"a":1}', '{"s":["', '{"s":[{} {}]}', '}}}{"s":[{}]}', '["\\'])(
  'a part of %s is not JSON, as the whole is not',
  (text) => {
    expect(() => readParts(text).map((part) => JSON.parse(part))).toThrow(SyntaxError)
  },
)

test('stops after the most items', () => {
  expect(split('{"s":[{},{},{}]}', 3).batch.isLonger).toBe(false)
  expect(split('{"s":[{},{},{}]}', 2).batch).toMatchObject({ isLonger: true, items: { length: 2 } })
})

test('pauses within a large body', () => {
  expect(split(`{"s":[${' '.repeat(1024 * 1024)}]}`).pauses).toBe(4)
})
