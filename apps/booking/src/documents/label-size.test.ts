import { PDFDocument } from '@cantoo/pdf-lib'
import { easypostDescriptor } from '@waybill/carriers/adapters/easypost/descriptor'
import { shippoDescriptor } from '@waybill/carriers/adapters/shippo/descriptor'
import type { CarrierAdapter, CarrierCall, CarrierFailure, LabelRequest } from '@waybill/carriers/carrier-adapter'
import { labelDocuments } from '@waybill/carriers/testing/label-documents'
import { expect, test } from 'vitest'
import { fetchSizedLabel, isSizeKept } from './label-size.ts'

const aPdf = async (...sizes: [number, number][]): Promise<Buffer> => {
  const document = await PDFDocument.create()
  for (const size of sizes) document.addPage(size)
  return Buffer.from(await document.save())
}

const request: LabelRequest = { carrierJobId: 'shp_1', format: 'pdf', size: '4x6', parcelNumber: null }
const environmentId = 'env_1'
const call = { account: { environmentId } } as CarrierCall

const noPicture: CarrierFailure = {
  carrierCode: 'easypost',
  code: 'no_picture',
  message: 'There is no picture.',
  httpStatus: null,
  retryable: false,
  retryAfterMs: null,
}

/** Answers `pdf`, and the vendors' picture for so many parcels. */
const anAdapter = (
  descriptor: CarrierAdapter['descriptor'],
  pdf: Buffer,
  pictures = 1,
): Pick<CarrierAdapter, 'descriptor' | 'label'> => ({
  descriptor,
  label: async ({ format, parcelNumber }) => {
    if (format === 'pdf') return { kind: 'label', label: { contentType: '', bytes: pdf } }
    if ((parcelNumber ?? 1) > pictures) return { kind: 'no_such_label', failure: noPicture }
    return { kind: 'label', label: { contentType: '', bytes: labelDocuments.png?.body ?? Buffer.alloc(0) } }
  },
})

async function sizes(adapter: ReturnType<typeof anAdapter>) {
  const outcome = await fetchSizedLabel(adapter, request, call)
  if (outcome.kind !== 'label') return outcome.kind
  const pages = (await PDFDocument.load(outcome.label.bytes)).getPages()
  return pages.map((page) => [page.getWidth(), page.getHeight()])
}

test('a label on a Letter page is made anew of the carrier’s picture, in 4 × 6 inches', async () => {
  expect(await sizes(anAdapter(easypostDescriptor, await aPdf([612, 792])))).toEqual([[288, 432]])
})

test('a document of several parcels keeps a label for each, or stays as it is', async () => {
  const letters = await aPdf([612, 792], [612, 792])
  expect(await sizes(anAdapter(easypostDescriptor, letters, 2))).toEqual([
    [288, 432],
    [288, 432],
  ])
  expect(await sizes(anAdapter(easypostDescriptor, letters, 1))).toEqual([
    [612, 792],
    [612, 792],
  ])
})

test('a label of the right size stays as it is, upright or on its side', async () => {
  const pdf = await aPdf([288, 432], [432, 288])
  const outcome = await fetchSizedLabel(anAdapter(easypostDescriptor, pdf), request, call)
  expect(outcome.kind === 'label' && outcome.label.bytes).toBe(pdf)
})

test('a picture that cannot be read leaves the label as it is', async () => {
  const adapter = anAdapter(easypostDescriptor, await aPdf([612, 792]))
  const broken = { contentType: '', bytes: Buffer.from('\x89PNG\r\n\x1a\n broken', 'latin1') }
  const label: typeof adapter.label = (asked, caller) =>
    asked.format === 'png' ? Promise.resolve({ kind: 'label', label: broken }) : adapter.label(asked, caller)
  expect(await sizes({ ...adapter, label })).toEqual([[612, 792]])
})

test('without a picture the size is known to be another', async () => {
  const letter = anAdapter(shippoDescriptor, await aPdf([612, 792]))
  expect(await sizes(letter)).toEqual([[612, 792]])
  expect(await isSizeKept(letter, request, { environmentId, bytes: await aPdf([612, 792]) })).toBe(false)
  expect(await isSizeKept(letter, request, { environmentId, bytes: await aPdf([288, 432]) })).toBe(true)
})
