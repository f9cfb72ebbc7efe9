/** Labels as dots, for ZPL and PNG. */
import { setImmediate } from 'node:timers/promises'
import { PDFiumLibrary } from '@hyzyla/pdfium'
import { encode } from 'fast-png'
import { DOTS_PER_POINT } from './units.ts'

export interface Raster {
  width: number
  height: number
  /** Row by row, one byte per dot: 0 black, 255 white. */
  dots: Uint8Array
}

let library: Promise<PDFiumLibrary> | undefined

/** Every page of a PDF at 203 dpi. Yields to the event loop before each page: one takes about 10 ms. */
export async function* rasterize(pdf: Buffer): AsyncGenerator<Raster> {
  library ??= PDFiumLibrary.init()
  const document = await (await library).loadDocument(pdf)
  try {
    for (const page of document.pages()) {
      await setImmediate()
      const { width, height, data } = await page.render({
        scale: DOTS_PER_POINT,
        render: 'bitmap',
        colorSpace: 'Gray',
      })
      yield { width, height, dots: new Uint8Array(data) }
    }
  } finally {
    document.destroy()
  }
}

/** An 8-bit greyscale PNG. */
export function toPng({ width, height, dots }: Raster): Buffer {
  return Buffer.from(encode({ width, height, data: dots, channels: 1, depth: 8 }))
}
