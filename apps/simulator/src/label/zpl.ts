/** Labels for Zebra printers: each as one image, since no printer has fonts for every script. */
import { deflateSync } from 'node:zlib'
import type { Raster } from './raster.ts'

/** Darker than this is a black dot. */
const THRESHOLD = 128

/** ZPL II: `^GF` with the compression named Z64 (zlib, base64, CRC), Zebra's Programming Guide, "Alternative Data Compression". */
export async function zplOf(labels: AsyncIterable<Raster>): Promise<Buffer> {
  const texts: string[] = []
  for await (const label of labels) texts.push(oneLabel(label))
  return Buffer.from(texts.join(''), 'ascii')
}

function oneLabel({ width, height, dots }: Raster): string {
  const rowBytes = Math.ceil(width / 8)
  const bits = Buffer.alloc(rowBytes * height)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      if ((dots[y * width + x] ?? 255) >= THRESHOLD) continue
      const byte = y * rowBytes + (x >> 3)
      bits[byte] = (bits[byte] ?? 0) | (0x80 >> (x & 7))
    }
  }
  const data = deflateSync(bits).toString('base64')
  const image = `^GFA,${bits.length},${bits.length},${rowBytes},:Z64:${data}:${crc16(data)}`
  return `^XA^PW${width}^LL${height}^LH0,0^FO0,0${image}^FS^XZ\n`
}

/** CRC-16 with the polynomial 0x1021 from zero, over the base64 text. */
export function crc16(text: string): string {
  let crc = 0
  for (const byte of Buffer.from(text, 'ascii')) {
    crc ^= byte << 8
    for (let bit = 0; bit < 8; bit++) crc = crc & 0x8000 ? ((crc << 1) ^ 0x1021) & 0xffff : (crc << 1) & 0xffff
  }
  return crc.toString(16).padStart(4, '0').toUpperCase()
}
