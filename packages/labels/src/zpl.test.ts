import { expect, test } from 'vitest'
import { decodeZpl } from './testing/scanner.ts'
import { crc16, toZpl } from './zpl.ts'

async function* rasters(...rows: number[][]) {
  yield { width: rows[0]?.length ?? 0, height: rows.length, dots: Uint8Array.from(rows.flat()) }
}

test('the checksum is CRC-16/XMODEM', () => {
  // Check value of the catalogue of parametrised CRC algorithms (reveng).
  expect(crc16('123456789')).toBe('31C3')
})

test('a label format says its size, and its image has one bit per dot', async () => {
  const zpl = (await toZpl(rasters([0, 255, 0], [255, 0, 200]))).toString('ascii')
  expect(zpl).toMatch(/^\^XA\^PW3\^LL2\^LH0,0\^FO0,0\^GFA,2,2,1,:Z64:[^:]+:[0-9A-F]{4}\^FS\^XZ\n$/)
  const { width, height, data } = decodeZpl(zpl)
  expect([width, height]).toEqual([8, 2])
  const reds = Array.from({ length: 16 }, (_, dot) => data[dot * 4])
  expect(reds).toEqual([0, 255, 0, 255, 255, 255, 255, 255, 255, 0, 255, 255, 255, 255, 255, 255])
})

test('a label without pages is an empty file', async () => {
  expect(await toZpl((async function* () {})())).toHaveLength(0)
})
