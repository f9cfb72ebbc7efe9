import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { setImmediate } from 'node:timers/promises'
import { inflateSync } from 'node:zlib'
import { PDFiumLibrary } from '@hyzyla/pdfium'
import { labelSizes } from '@waybill/carriers/carrier-adapter'
import { decode } from 'fast-png'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { prepareZXingModule, type ReaderOptions, readBarcodes } from 'zxing-wasm/reader'
import type { JobBody, WireAddress } from '../http/wire.ts'
import { aJobBody, aWireAddress, aWireParcel } from '../testing/jobs.ts'
import { type LabelOrder, renderLabel } from './label.ts'
import type { LabelContent } from './page.ts'
import { type Raster, rasterize } from './raster.ts'
import { crc16 } from './zpl.ts'

beforeAll(async () => {
  // Else the scanner is fetched from a public server.
  const wasm = readFileSync(createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm'))
  await prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(wasm).buffer }, fireImmediately: true })
})

const aLabel = (name: string | null = 'Grace Miller', parcels = 1): LabelContent => ({
  carrierName: 'Swift Courier',
  serviceName: 'Courier within the hour',
  trackingNumber: 'SC482719305551',
  createdAt: new Date('2026-11-21T08:00:00Z'),
  job: aJobBody({ dropoff: aWireAddress({ name }), parcels: Array.from({ length: parcels }, () => aWireParcel()) }),
})

const anOrder = (overrides: Partial<LabelOrder> = {}): LabelOrder => ({
  format: 'pdf',
  size: '4x6',
  parcelNumber: null,
  ...overrides,
})

/** What a scanner reads off an image. */
async function scan(png: Buffer, formats: ReaderOptions['formats']): Promise<string[]> {
  return (await readBarcodes(new Uint8Array(png), { formats })).map(({ text }) => text)
}

/** The label of the first parcel, as dots. */
async function firstPageOf(content: LabelContent): Promise<Raster> {
  for await (const page of rasterize((await renderLabel(content, anOrder())).bytes)) return page
  throw new Error('the label has no page')
}

/** The picture in a ZPL label, as a printer takes it apart. */
function pictureOf(zpl: string): { width: number; height: number; data: Uint8ClampedArray<ArrayBuffer> } {
  const [, total = '', rowBytes = '', text = '', crc] = /\^GFA,\d+,(\d+),(\d+),:Z64:([^:]+):(\w{4})/.exec(zpl) ?? []
  expect(crc16(text)).toBe(crc)
  const bits = inflateSync(Buffer.from(text, 'base64'))
  expect(bits).toHaveLength(Number(total))
  const width = Number(rowBytes) * 8
  const data = new Uint8ClampedArray(bits.length * 8 * 4)
  bits.forEach((byte, at) => {
    for (let bit = 0; bit < 8; bit++)
      data.fill(byte & (0x80 >> bit) ? 0 : 255, (at * 8 + bit) * 4, (at * 8 + bit) * 4 + 3)
  })
  for (let alpha = 3; alpha < data.length; alpha += 4) data[alpha] = 255
  return { width, height: bits.length / Number(rowBytes), data }
}

test.each([...labelSizes])('a PDF of size %s has a page for each parcel', async (size) => {
  const { contentType, bytes } = await renderLabel(aLabel('Grace Miller', 3), anOrder({ size }))
  expect(contentType).toBe('application/pdf')
  const boxes = { '4x6': /\/MediaBox \[0 0 288 432\]/g, a4: /\/MediaBox \[0 0 595.28 841.89\]/g }
  expect(bytes.toString('latin1').match(boxes[size])).toHaveLength(3)
})

test('the same job gives the same bytes', async () => {
  const [first, second] = await Promise.all([
    renderLabel(aLabel('山田'), anOrder()),
    renderLabel(aLabel('山田'), anOrder()),
  ])
  expect(first.bytes.equals(second.bytes)).toBe(true)
})

test('a scanner reads the tracking number off the image, as Code 128 and as QR', async () => {
  const { contentType, bytes } = await renderLabel(aLabel(), anOrder({ format: 'png' }))
  expect(contentType).toBe('image/png')
  expect(decode(bytes)).toMatchObject({ width: 812, height: 1_218 })
  expect(await scan(bytes, ['Code128'])).toEqual(['SC482719305551'])
  expect(await scan(bytes, ['QRCode'])).toEqual(['SC482719305551'])
})

test('each parcel has an image and codes of its own', async () => {
  const { bytes } = await renderLabel(aLabel('Grace Miller', 2), anOrder({ format: 'png', parcelNumber: 2 }))
  expect(await scan(bytes, ['Code128', 'QRCode'])).toEqual(['SC482719305551-2', 'SC482719305551-2'])
})

test('a label of a parcel that the job does not have is refused', async () => {
  await expect(renderLabel(aLabel(), anOrder({ parcelNumber: 2 }))).rejects.toThrow('1 parcels')
})

test('ZPL holds a picture for each parcel that a scanner can read once it is printed', async () => {
  const { contentType, bytes } = await renderLabel(aLabel('محمد', 2), anOrder({ format: 'zpl' }))
  expect(contentType).toBe('application/zpl')
  const labels = bytes.toString('ascii').trim().split('\n')
  expect(labels).toHaveLength(2)
  const codes = await Promise.all(
    labels.map(
      async (zpl) =>
        (await readBarcodes(pictureOf(zpl) as Parameters<typeof readBarcodes>[0], { formats: ['Code128'] }))[0]?.text,
    ),
  )
  expect(codes).toEqual(['SC482719305551', 'SC482719305551-2'])
})

test.each([
  ['pdf', 'drawn', 20],
  ['zpl', 'drawn and made dots of', 20 + 20],
] as const)('a %s whose pages are %s leaves other work a turn each time', async (format, _, least) => {
  const order = anOrder({ format })
  // What is opened at the first label leaves turns too.
  await renderLabel(aLabel(), order)
  let isDone = false
  const rendered = renderLabel(aLabel('Grace Miller', 20), order).finally(() => {
    isDone = true
  })
  let turns = 0
  for (; !isDone; turns++) await setImmediate()
  await rendered
  expect(turns).toBeGreaterThanOrEqual(least)
})

test('barcodes stand in the quiet zone that their standard asks for', async () => {
  const page = await firstPageOf(aLabel())
  const row = page.dots.subarray(360 * page.width * 3, 360 * page.width * 3 + page.width)
  const first = row.findIndex((dot) => dot < 128)
  const last = row.findLastIndex((dot) => dot < 128)
  // Eleven symbols of 11 modules and a stop of 13, each module 3 dots; ten modules of white beside them.
  expect(last - first + 1).toBe((11 * 11 + 13) * 3)
  expect(Math.min(first, 812 - last)).toBeGreaterThanOrEqual(30)
})

/** How many dots of the label's recipient line are black. */
async function inkOf(name: string): Promise<number> {
  const page = await firstPageOf(aLabel(name))
  const lines = page.dots.subarray(Math.round(148 * 2.82) * page.width, Math.round(164 * 2.82) * page.width)
  return lines.filter((dot) => dot < 128).length
}

test.for([
  'Żółć Đặng',
  'Ελένη',
  'Жукова',
  'محمد أحمد',
  'שלום עולם',
  'नमस्ते दुनिया',
  'สวัสดี',
  '山田太郎',
  '上海市浦东新区',
  'カフェ',
  '한국어',
  'މާލެ ސިޓީ',
  'བཀྲ་ཤིས་བདེ་ལེགས།',
  '𠮷田𠮷男',
])('a recipient named %s stands on the label', async (name) => {
  expect(await inkOf(name)).toBeGreaterThan((await inkOf('x')) * 2)
})

/** What a reader of the PDF can mark and copy. */
async function textOf(dropoff: Partial<WireAddress>, overrides: Partial<JobBody> = {}): Promise<string> {
  const job = aJobBody({ dropoff: aWireAddress(dropoff), ...overrides })
  const { bytes } = await renderLabel({ ...aLabel(), job }, anOrder())
  const document = await (await PDFiumLibrary.init()).loadDocument(bytes)
  onTestFinished(() => document.destroy())
  return document.getPage(0).getText().replaceAll(/\s+/g, ' ')
}

test.for([
  'Avenida de la Constitución de la República Española 145, 3º izq',
  'Flat 12, Block C, The Old Biscuit Factory, 100 Clements Road',
  'Appartement 1204, Résidence Les Jardins du Luxembourg, Bâtiment C, 1245 Boulevard du Général de Gaulle',
])('the street "%s" stands whole on the label, to its number', async (street) => {
  expect(await textOf({ address_line_1: street })).toContain(street)
})

test('a name of any length leaves the address its place, and what is cut says so', async () => {
  const text = await textOf({ name: 'Name '.repeat(40).trim(), town: 'Islington', post_code: 'N1 9GU' })
  expect(text).toContain('Name…')
  expect(text).toContain('12 Market Street Islington N1 9GU London GB')
})

test('the note for the door has two rows', async () => {
  const dropoff_note = 'Leave with the porter on the ground floor, who signs for all flats; never with neighbours'
  expect(await textOf({}, { dropoff_note })).toContain(dropoff_note)
})

test.for(['👨‍👩‍👧', '\u202Eevil\u0000', 'x\ud800y', 'a\tb\nc', '', '𓀀𓀁', `${'长'.repeat(200)}`])(
  'a recipient named %j gets a label',
  async (name) => {
    expect((await renderLabel(aLabel(name), anOrder())).bytes.length).toBeGreaterThan(1_000)
  },
)
