import { PDFDocument } from '@cantoo/pdf-lib'
import { expect, test } from 'vitest'
import { type CarrierLabel, countLabels, mergeLabels, readZpl } from './merge.ts'
import { printLabels } from './print.ts'
import { rasterize, toPng } from './raster.ts'
import { aLabelDocument } from './testing/label-documents.ts'
import { decodeZpl, scanBarcodes } from './testing/scanner.ts'

const getLabel = (format: 'pdf' | 'png', ...codes: string[]): Promise<CarrierLabel> =>
  printLabels(aLabelDocument(...codes.map((code) => ({ code }))), { format, sheet: '4x6' })

async function* each(labels: CarrierLabel[]) {
  yield* labels
}

async function countPages(pdf: Buffer): Promise<{ width: number; codes: string[] }[]> {
  const pages: { width: number; codes: string[] }[] = []
  for await (const page of rasterize(pdf)) {
    pages.push({ width: page.width, codes: (await scanBarcodes(toPng(page), ['Code128'])).sort() })
  }
  return pages
}

test('one PDF has the pages of all labels in order, with images as pages', async () => {
  const labels = [await getLabel('pdf', 'SC100000000001', 'SC100000000001-2'), await getLabel('png', 'SC200000000002')]
  expect(await Promise.all(labels.map(countLabels))).toEqual([2, 1])
  const merged = await mergeLabels(each(labels), '4x6')
  expect(await countPages(merged)).toEqual([
    { width: 812, codes: ['SC100000000001'] },
    { width: 812, codes: ['SC100000000001-2'] },
    { width: 812, codes: ['SC200000000002'] },
  ])
})

test('a page of A4 has four labels, which a scanner reads', async () => {
  const codes = ['SC100000000001', 'SC200000000002', 'SC300000000003', 'SC400000000004', 'SC500000000005']
  const merged = await mergeLabels(each(await Promise.all(codes.map((code) => getLabel('pdf', code)))), 'a4')
  const pages = await countPages(merged)
  expect(pages.map((page) => page.codes)).toEqual([codes.slice(0, 4), codes.slice(4)])
  expect((await PDFDocument.load(merged)).getPage(0).getWidth()).toBeCloseTo(595.28)
})

test.each(['pdf', 'png'] as const)('a %s becomes ZPL', async (format) => {
  const zpl = await readZpl(await getLabel(format, 'SC100000000001'))
  expect(await scanBarcodes(decodeZpl(zpl.toString('ascii').trim()), ['Code128'])).toEqual(['SC100000000001'])
})

test('what is no label is not counted', async () => {
  await expect(countLabels({ contentType: 'application/pdf', bytes: Buffer.from('no pdf') })).rejects.toThrow()
})
