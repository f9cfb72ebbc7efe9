import { setImmediate as nextTurn } from 'node:timers/promises'
import { decode } from 'fast-png'
import { expect, test } from 'vitest'
import { printLabels } from './print.ts'
import { aLabelDocument } from './testing/label-documents.ts'
import { decodeZpl, scanBarcodes } from './testing/scanner.ts'

const threeParcels = aLabelDocument({}, { code: 'SC482719305551-2' }, { code: 'SC482719305551-3' })

test.each(['4x6', 'a4'] as const)('a PDF of size %s has a page per label', async (sheet) => {
  const { contentType, bytes } = await printLabels(threeParcels, { format: 'pdf', sheet })
  expect(contentType).toBe('application/pdf')
  const boxes = { '4x6': /\/MediaBox \[0 0 288 432\]/g, a4: /\/MediaBox \[0 0 595.27\d* 841.8\d*\]/g }
  expect(bytes.toString('latin1').match(boxes[sheet])).toHaveLength(3)
})

test.each(['pdf', 'zpl', 'png'] as const)('the same document gives the same bytes as %s', async (format) => {
  const document = aLabelDocument({ recipient: ['山田'] })
  const [first, second] = await Promise.all([
    printLabels(document, { format, sheet: '4x6' }),
    printLabels(document, { format, sheet: '4x6' }),
  ])
  expect(first.bytes.equals(second.bytes)).toBe(true)
})

test('a PNG is the first label at 203 dpi', async () => {
  const { contentType, bytes } = await printLabels(threeParcels, { format: 'png', sheet: '4x6' })
  expect(contentType).toBe('image/png')
  expect(decode(bytes)).toMatchObject({ width: 812, height: 1_218 })
  expect(await scanBarcodes(bytes, ['Code128', 'QRCode'])).toEqual(['SC482719305551', 'SC482719305551'])
})

test('ZPL has an image per label, which a scanner reads once it is printed', async () => {
  const { contentType, bytes } = await printLabels(threeParcels, { format: 'zpl', sheet: '4x6' })
  expect(contentType).toBe('application/zpl')
  const labels = bytes.toString('ascii').trim().split('\n')
  const codes = await Promise.all(labels.map((label) => scanBarcodes(decodeZpl(label), ['Code128'])))
  expect(codes).toEqual([['SC482719305551'], ['SC482719305551-2'], ['SC482719305551-3']])
})

test('ZPL and PNG are 4 × 6 inches whatever the sheet', async () => {
  for (const format of ['zpl', 'png'] as const) {
    const { bytes } = await printLabels(aLabelDocument(), { format, sheet: 'a4' })
    expect(bytes.equals((await printLabels(aLabelDocument(), { format, sheet: '4x6' })).bytes)).toBe(true)
  }
})

test('a document without pages is rejected', async () => {
  const empty = { ...aLabelDocument(), pages: [] }
  await expect(printLabels(empty, { format: 'png', sheet: '4x6' })).rejects.toThrow('has no pages')
})

test.each([
  ['pdf', 8],
  ['zpl', 16],
] as const)('printing 8 labels as %s yields to the event loop at least %i times', async (format, atLeast) => {
  const document = aLabelDocument(...Array.from({ length: 8 }, () => ({})))
  await printLabels(aLabelDocument(), { format, sheet: '4x6' }) // The first call also loads modules, which yields too.
  let isDone = false
  const printed = printLabels(document, { format, sheet: '4x6' }).finally(() => {
    isDone = true
  })
  let turns = 0
  for (; !isDone; turns++) await nextTurn()
  await printed
  expect(turns).toBeGreaterThanOrEqual(atLeast)
})

test('pages of documents that are printed at the same time leave turns to other work', async () => {
  let isDone = false
  const printed = Array.from({ length: 20 }, () => printLabels(aLabelDocument({}), { format: 'zpl', sheet: '4x6' }))
  const done = Promise.all(printed).then(() => {
    isDone = true
  })
  let turns = 0
  for (; !isDone; turns++) await nextTurn()
  await done
  // Each is drawn, and then rasterized.
  expect(turns).toBeGreaterThanOrEqual(40)
})
