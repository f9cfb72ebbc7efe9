/** Labels as dots: what a label printer sets, and what a screen shows. */
import { setImmediate } from 'node:timers/promises'
import { PDFiumLibrary } from '@hyzyla/pdfium'
import { encode } from 'fast-png'
import { DOTS_PER_INCH } from './codes.ts'

export interface Raster {
  width: number
  height: number
  /** A byte a dot: 0 black, 255 white. */
  dots: Uint8Array
}

/** Loaded at the first image: who prints PDF only never needs it. */
let library: Promise<PDFiumLibrary> | undefined

/** Every page of a PDF at 203 dots an inch. Other work has its turn before each: they take some 10 ms. */
export async function* rasterize(pdf: Buffer): AsyncGenerator<Raster> {
  library ??= PDFiumLibrary.init()
  const document = await (await library).loadDocument(pdf)
  try {
    for (const page of document.pages()) {
      await setImmediate()
      const { width, height, data } = await page.render({
        scale: DOTS_PER_INCH / 72,
        render: 'bitmap',
        colorSpace: 'Gray',
      })
      yield { width, height, dots: new Uint8Array(data) }
    }
  } finally {
    document.destroy()
  }
}

/** A grey image that says how large it is to be printed. */
export function pngOf({ width, height, dots }: Raster): Buffer {
  return Buffer.from(encode({ width, height, data: dots, channels: 1, depth: 8 }))
}
