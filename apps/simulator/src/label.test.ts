import { inflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { aJobBody, aWireAddress, aWireParcel } from './a-job.ts'
import { barcodeText, type LabelContent, renderLabel } from './label.ts'

const aLabel = (name: string | null = 'Grace Miller', parcels = 1): LabelContent => ({
  carrierName: 'Swift Courier',
  serviceName: 'Courier within the hour',
  trackingNumber: 'SC482719305551',
  createdAt: new Date('2026-11-21T08:00:00Z'),
  job: aJobBody({ dropoff: aWireAddress({ name }), parcels: Array.from({ length: parcels }, () => aWireParcel()) }),
})

/** The drawing of the first page, as PDF operators. */
function drawingOf(pdf: Buffer): string {
  const start = pdf.indexOf('stream\n') + 'stream\n'.length
  return inflateSync(pdf.subarray(start, pdf.indexOf('endstream', start))).toString('latin1')
}

test('a label is a PDF page of 4 × 6 inches for each parcel', async () => {
  const text = (await renderLabel(aLabel('Grace Miller', 3))).toString('latin1')
  expect(text.startsWith('%PDF-')).toBe(true)
  expect(text.match(/\/MediaBox \[0 0 288 432\]/g)).toHaveLength(3)
})

test('the same job gives the same bytes', async () => {
  const [first, second] = await Promise.all([renderLabel(aLabel()), renderLabel(aLabel())])
  expect(first.equals(second)).toBe(true)
})

test('the barcode has the modules of Code 128 and quiet zones beside it', async () => {
  const bars = [...drawingOf(await renderLabel(aLabel())).matchAll(/^([\d.]+) 318 ([\d.]+) 80 re$/gm)]
  const left = Math.min(...bars.map(([, x]) => Number(x)))
  const right = Math.max(...bars.map(([, x, width]) => Number(x) + Number(width)))
  const unit = Math.min(...bars.map(([, , width]) => Number(width)))
  // Start, S and C in set B, the switch to set C, six pairs of digits, check: 11 symbols of 11 modules, and a stop of 13.
  expect((right - left) / unit).toBeCloseTo(11 * 11 + 13, 0)
  expect(left).toBeGreaterThanOrEqual(10 * unit)
  expect(288 - right).toBeGreaterThanOrEqual(10 * unit)
})

test('each parcel has a barcode of its own', () => {
  expect([0, 1, 2].map((index) => barcodeText('SC1', index))).toEqual(['SC1', 'SC1-2', 'SC1-3'])
})

test.for([
  'محمد أحمد',
  '山田太郎',
  'नमस्ते दुनिया',
  'สวัสดี',
  'שלום עולם',
  '👨‍👩‍👧',
  'Żółć',
  '한국어',
  '\u202Eevil\u0000',
  'x\ud800y',
  'a\tb\nc',
  '',
])('a recipient named %j gets a label', async (name) => {
  expect((await renderLabel(aLabel(name))).length).toBeGreaterThan(1_000)
})
