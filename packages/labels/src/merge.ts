/** Labels of carriers in one document. */
import { setImmediate } from 'node:timers/promises'
import type { PDFDocument, PDFPage } from '@cantoo/pdf-lib'

export interface CarrierLabel {
  /** `application/pdf` or `image/png`. */
  contentType: string
  bytes: Buffer
}

type MergedSheet = '4x6' | 'a4'

/** In points. */
const LABEL = { width: 288, height: 432 }
const A4 = { width: 595.28, height: 841.89 }
/** Labels of 4 × 6 inches on a page of A4, at 97 %. */
const PER_A4 = 4

/** Loaded when the first labels are merged: the library is a third of what the booking service would load at its start. */
const loadPdf = async () => (await import('@cantoo/pdf-lib')).PDFDocument

/** Number of labels that it adds to a document. Throws for bytes that are no readable PDF or PNG. */
export async function countLabels({ contentType, bytes }: CarrierLabel): Promise<number> {
  if (contentType === 'image/png') {
    await (await (await loadPdf()).create()).embedPng(bytes)
    return 1
  }
  return (await openPdf(bytes)).getPageCount()
}

/** Printers' drivers round sizes. In points. */
const TOLERANCE = 3

/**
 * Whether every page of a PDF is a label, upright or on its side. A PDF that cannot be read counts as one: it says nothing else.
 * Written sizes are searched for first, so that few documents are parsed.
 */
export async function isLabelSized(pdf: Buffer): Promise<boolean> {
  const boxes = [...pdf.toString('latin1').matchAll(/\/MediaBox\s*\[\s*0(?:\.0*)?\s+0(?:\.0*)?\s+([\d.]+)\s+([\d.]+)/g)]
  if (boxes.length > 0) return boxes.every(([, width, height]) => isLabel(Number(width), Number(height)))
  try {
    return (await openPdf(pdf)).getPages().every((page) => isLabel(page.getWidth(), page.getHeight()))
  } catch {
    return true
  }
}

const isLabel = (width: number, height: number): boolean =>
  Math.abs(Math.min(width, height) - LABEL.width) <= TOLERANCE &&
  Math.abs(Math.max(width, height) - LABEL.height) <= TOLERANCE

/** A picture of a label as a PDF of 4 × 6 inches. */
const makeLabelPdf = async (png: Buffer): Promise<Buffer> => Buffer.from(await (await makePage(png)).save())

/** All pages of the labels, in order, as one PDF. Takes a label when it has added the one before; yields to the event loop. */
export async function mergeLabels(
  labels: AsyncIterable<CarrierLabel> | Iterable<CarrierLabel>,
  sheet: MergedSheet,
): Promise<Buffer> {
  const merged = await (await loadPdf()).create()
  const place = sheet === 'a4' ? createSheets(merged) : null
  for await (const label of labels) {
    await setImmediate()
    const source = label.contentType === 'image/png' ? await makePage(label.bytes) : await openPdf(label.bytes)
    if (place) await place(source)
    else for (const page of await merged.copyPages(source, source.getPageIndices())) merged.addPage(page)
  }
  return Buffer.from(await merged.save({ objectsPerTick: 100 }))
}

const openPdf = async (bytes: Buffer) => (await loadPdf()).load(bytes, { updateMetadata: false })

/** An image as a PDF of one label. */
async function makePage(png: Buffer): Promise<PDFDocument> {
  const document = await (await loadPdf()).create()
  const image = await document.embedPng(png)
  const { width, height } = image.scaleToFit(LABEL.width, LABEL.height)
  const page = document.addPage([LABEL.width, LABEL.height])
  page.drawImage(image, { x: (LABEL.width - width) / 2, y: LABEL.height - height, width, height })
  return document
}

/** Puts each page into the next quarter of a page of A4, from the top left. */
function createSheets(merged: PDFDocument): (source: PDFDocument) => Promise<void> {
  let page: PDFPage | undefined
  let used = PER_A4
  const quarter = { width: A4.width / 2, height: A4.height / 2 }
  return async (source) => {
    for (const label of await merged.embedPages(source.getPages())) {
      if (page === undefined || used === PER_A4) {
        page = merged.addPage([A4.width, A4.height])
        used = 0
      }
      const scale = Math.min(quarter.width / label.width, quarter.height / label.height, 1)
      const [column, row] = [used % 2, Math.floor(used / 2)]
      const x = column * quarter.width + (quarter.width - label.width * scale) / 2
      const y = A4.height - row * quarter.height - (quarter.height + label.height * scale) / 2
      page.drawPage(label, { x, y, xScale: scale, yScale: scale })
      used += 1
    }
  }
}

/** The labels as ZPL, an image each, for carriers that make no ZPL. */
export async function readZpl(label: CarrierLabel): Promise<Buffer> {
  const [{ rasterize }, { toZpl }] = await Promise.all([import('./raster.ts'), import('./zpl.ts')])
  const pdf = label.contentType === 'image/png' ? await makeLabelPdf(label.bytes) : label.bytes
  return await toZpl(rasterize(pdf))
}
