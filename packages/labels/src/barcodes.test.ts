import { LABEL_WIDTH_MM, type LabelElement } from '@waybill/carriers/label/label-document'
import { expect, test } from 'vitest'
import { renderPdf } from './pdf.ts'
import { printLabels } from './print.ts'
import { type Raster, rasterize } from './raster.ts'
import { mmToDots } from './testing/dots.ts'
import { aLabelDocument } from './testing/label-documents.ts'
import { scanBarcodes } from './testing/scanner.ts'

const toDocument = (...elements: LabelElement[]) => ({ ...aLabelDocument(), pages: [elements] })
const barcode = (text: string): LabelElement => ({
  kind: 'code128',
  text,
  xMm: 5,
  yMm: 20,
  widthMm: LABEL_WIDTH_MM - 10,
  heightMm: 28,
})

async function drawRaster(...elements: LabelElement[]): Promise<Raster> {
  for await (const page of rasterize(await renderPdf(toDocument(...elements), '4x6'))) return page
  throw new Error('nothing was printed')
}

/** The dots of a row from the first black one to the last. */
function blackSpan({ dots, width }: Raster, yMm: number): { first: number; last: number } {
  const row = dots.subarray(mmToDots(yMm) * width, (mmToDots(yMm) + 1) * width)
  return { first: row.findIndex((dot) => dot < 128), last: row.findLastIndex((dot) => dot < 128) }
}

test('a barcode has modules of three dots and the quiet zone that its standard requires', async () => {
  const page = await drawRaster(barcode('SC482719305551'))
  const { first, last } = blackSpan(page, 30)
  // Eleven symbols of 11 modules and a stop of 13, 3 dots each; ten modules of white on both sides.
  expect(last - first + 1).toBe((11 * 11 + 13) * 3)
  expect(Math.min(first, page.width - last)).toBeGreaterThanOrEqual(30)
})

test('every bar begins and ends at a dot, so that none is grey', async () => {
  const { dots, width } = await drawRaster(barcode('SC482719305551'))
  const row = dots.subarray(mmToDots(30) * width, (mmToDots(30) + 1) * width)
  // White may come out as 254.
  expect(row.filter((dot) => dot > 0 && dot < 254)).toHaveLength(0)
})

test.for(['A', 'SC482719305551-99', 'JJD00030012345678901234567890', 'x'.repeat(40)])(
  'a scanner reads the barcode "%s"',
  async (text) => {
    const { bytes } = await printLabels(toDocument(barcode(text)), { format: 'png', sheet: '4x6' })
    expect(await scanBarcodes(bytes, ['Code128'])).toEqual([text])
  },
)

test.for(['SC482719305551', 'https://track.example.com/t/01JD8Y5Q6W7X8Y9Z0A1B2C3D4E'])(
  'a scanner reads the QR code "%s"',
  async (text) => {
    const qr: LabelElement = { kind: 'qr', text, rightMm: 95, yMm: 10 }
    const { bytes } = await printLabels(toDocument(qr), { format: 'png', sheet: '4x6' })
    expect(await scanBarcodes(bytes, ['QRCode'])).toEqual([text])
  },
)

test('the right edge of a QR code is where the document says', async () => {
  const { last } = blackSpan(await drawRaster({ kind: 'qr', text: 'SC482719305551', rightMm: 95, yMm: 10 }), 10.3)
  expect(Math.abs(last + 1 - mmToDots(95))).toBeLessThanOrEqual(1)
})
