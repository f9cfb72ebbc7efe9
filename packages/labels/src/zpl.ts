/** Labels for Zebra printers. Each label is one image: no printer has fonts for every script. */
import { deflateSync } from 'node:zlib'
import type { Raster } from './raster.ts'

/** Darker grey values become black dots. */
const BLACK_BELOW = 128

/**
 * ZPL II, one label format (`^XA…^XZ`) per line. The images are `^GF` fields compressed as Z64: zlib, base64, CRC.
 * Source: Zebra, ZPL II Programming Guide, "Alternative Data Compression Scheme".
 */
export async function toZpl(labels: AsyncIterable<Raster>): Promise<Buffer> {
  const formats: string[] = []
  for await (const label of labels) formats.push(toLabelFormat(label))
  return Buffer.from(formats.join(''), 'ascii')
}

function toLabelFormat(raster: Raster): string {
  const { width, height } = raster
  const rowBytes = Math.ceil(width / 8)
  const bits = toBits(raster, rowBytes)
  const data = deflateSync(bits).toString('base64')
  const image = `^GFA,${bits.length},${bits.length},${rowBytes},:Z64:${data}:${crc16(data)}`
  return `^XA^PW${width}^LL${height}^LH0,0^FO0,0${image}^FS^XZ\n`
}

/** One bit per dot, 1 black, the leftmost dot in the highest bit; each row begins at a byte. */
function toBits({ width, height, dots }: Raster, rowBytes: number): Buffer {
  const bits = Buffer.alloc(rowBytes * height)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      if ((dots[y * width + x] ?? 255) >= BLACK_BELOW) continue
      const byte = y * rowBytes + (x >> 3)
      bits[byte] = (bits[byte] ?? 0) | (0x80 >> (x & 7))
    }
  }
  return bits
}

/** CRC-16 of the base64 text, polynomial 0x1021, initial value 0 (CRC-16/XMODEM), as four hex digits. */
export function crc16(text: string): string {
  let crc = 0
  for (const byte of Buffer.from(text, 'ascii')) {
    crc ^= byte << 8
    for (let bit = 0; bit < 8; bit++) crc = crc & 0x8000 ? ((crc << 1) ^ 0x1021) & 0xffff : (crc << 1) & 0xffff
  }
  return crc.toString(16).padStart(4, '0').toUpperCase()
}
