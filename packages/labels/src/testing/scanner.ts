/** Reads barcodes off printed labels, as a scanner in a depot does. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { inflateSync } from 'node:zlib'
import { prepareZXingModule, type ReaderOptions, readBarcodes } from 'zxing-wasm/reader'
import { crc16 } from '../zpl.ts'

let scanner: Promise<unknown> | undefined

/** The texts of all barcodes of these formats in a PNG or in pixels. */
export async function scanBarcodes(image: Buffer | ImagePixels, formats: ReaderOptions['formats']): Promise<string[]> {
  scanner ??= openScanner()
  await scanner
  const input = Buffer.isBuffer(image) ? new Uint8Array(image) : (image as Parameters<typeof readBarcodes>[0])
  return (await readBarcodes(input, { formats })).map(({ text }) => text)
}

/** The WebAssembly file is given, because zxing-wasm fetches it from a public server otherwise. */
async function openScanner(): Promise<void> {
  const wasm = readFileSync(createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm'))
  await prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(wasm).buffer }, fireImmediately: true })
}

export interface ImagePixels {
  width: number
  height: number
  /** RGBA. */
  data: Uint8ClampedArray<ArrayBuffer>
}

/** The image of a ZPL label format, decoded as a printer does. Throws if the length or the checksum is wrong. */
export function decodeZpl(labelFormat: string): ImagePixels {
  const [, total = '', rowBytes = '', text = '', crc] =
    /\^GFA,\d+,(\d+),(\d+),:Z64:([^:]+):(\w{4})/.exec(labelFormat) ?? []
  if (crc16(text) !== crc) throw new Error(`the checksum of the image is ${crc16(text)}, not ${crc}`)
  const bits = inflateSync(Buffer.from(text, 'base64'))
  if (bits.length !== Number(total)) throw new Error(`the image has ${bits.length} bytes, not ${total}`)
  const data = new Uint8ClampedArray(bits.length * 8 * 4).fill(255)
  bits.forEach((byte, at) => {
    for (let bit = 0; bit < 8; bit++) {
      if (byte & (0x80 >> bit)) data.fill(0, (at * 8 + bit) * 4, (at * 8 + bit) * 4 + 3)
    }
  })
  return { width: Number(rowBytes) * 8, height: bits.length / Number(rowBytes), data }
}
