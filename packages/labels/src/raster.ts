/** Labels as dots, for ZPL and PNG. */
import { PDFiumLibrary } from '@hyzyla/pdfium'
import { DOTS_PER_POINT } from '@waybill/carriers/label/units'
import { encode } from 'fast-png'
import { pageTurn } from './page-turn.ts'

export interface Raster {
  width: number
  height: number
  /** Row by row, one byte per dot: 0 black, 255 white. */
  dots: Uint8Array
}

/** A page of A4 has four million. Each takes a byte, and four while it is drawn. */
const MOST_DOTS = 16_000_000

const MOST_PAGES = 500

let library: Promise<PDFiumLibrary> | undefined

/** Every page of a PDF at 203 dpi. Yields to the event loop before each page: one takes about 10 ms. */
export async function* rasterize(pdf: Buffer): AsyncGenerator<Raster> {
  library ??= PDFiumLibrary.init()
  const document = await (await library).loadDocument(pdf)
  try {
    const pages = document.getPageCount()
    if (pages === 0 || pages > MOST_PAGES) throw new Error(`a document of ${pages} pages is no label`)
    for (const page of document.pages()) {
      await pageTurn()
      const { originalWidth, originalHeight } = page.getOriginalSize()
      if (!(originalWidth * originalHeight * DOTS_PER_POINT ** 2 <= MOST_DOTS))
        throw new Error(`a page of ${Math.round(originalWidth)} × ${Math.round(originalHeight)} points is no label`)
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
