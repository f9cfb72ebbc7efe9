import { expect, test } from 'vitest'
import { readCode } from './scanned-code.ts'

test('reads our ids, in either case, and everything else as a number or a reference', () => {
  const id = '01m87gjd17eh7sjc3rkq5d3398'
  expect(readCode(`BKG_${id.toUpperCase()}\r\n`)).toEqual({ kind: 'booking', id: `bkg_${id}` })
  expect(readCode(`shp_${id}`)).toEqual({ kind: 'shipment', id: `shp_${id}` })
  expect(readCode('\u001d EP728280186166 ')).toEqual({ kind: 'text', text: 'EP728280186166' })
  expect(readCode('bkg_short')).toEqual({ kind: 'text', text: 'bkg_short' })
})
