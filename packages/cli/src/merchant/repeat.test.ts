import { expect, test } from 'vitest'
import { commandLine } from './repeat.ts'

test('a command has its words and options, and leaves out options without a value', () => {
  const options = { 'on-demand': true, note: undefined, profile: null, event: ['a', 'b'] } as const
  expect(commandLine({ words: ['shipments', 'create', './order-1.json'], options })).toBe(
    'waybill shipments create ./order-1.json --on-demand --event a --event b',
  )
})

test.each([
  ['my order.json', "'my order.json'"],
  ["it's", "'it'\\''s'"],
  ['$(id)', "'$(id)'"],
  ['shipment.*', "'shipment.*'"],
  ['', "''"],
])('%s is quoted for a shell', (text, quoted) => {
  expect(commandLine({ words: [text] })).toBe(`waybill ${quoted}`)
})
