/**
 * Labels of carriers as one document, as pictures and as numbers of pages. Their files are not trusted: call it through
 * `converter.ts`, in a process.
 */
import type { PDFDocument, PDFPage } from '@cantoo/pdf-lib'

export interface CarrierLabel {
  /** `application/pdf` or `image/png`. */
  contentType: string
  bytes: Buffer
}

export type MergedSheet = '4x6' | 'a4'

/** In points. */
const LABEL = { width: 288, height: 432 }
const A4 = { width: 595.28, height: 841.89 }
/** Labels of 4 × 6 inches on a page of A4, at 97 %. */
const PER_A4 = 4

/** A label of 4 × 6 inches at 600 dpi has 8.6 million dots, which take 35 MB when they are unpacked. */
const MOST_DOTS = 16_000_000

/** A label for each of 99 parcels, with papers. */
const MOST_PAGES = 500

/** Loaded when the first labels are merged. */
const loadPdf = async () => (await import('@cantoo/pdf-lib')).PDFDocument

/** Number of labels that it adds to a document. Throws for bytes that are no readable PDF or PNG. */
export async function countLabels({ contentType, bytes }: CarrierLabel): Promise<number> {
  if (contentType === 'image/png') {
    await (await (await loadPdf()).create()).embedPng(boundPng(bytes))
    return 1
  }
  return (await openPdf(bytes)).getPageCount()
}

/** Throws for a picture of more dots than a label has. Width and height are in its first chunk. */
function boundPng(png: Buffer): Buffer {
  if (png.length < 24) throw new Error('the PNG has no header')
  const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)]
  if (width * height > MOST_DOTS) throw new Error(`the picture has ${width} × ${height} dots`)
  return png
}

/** Printers' drivers round sizes. In points. */
const TOLERANCE = 3

/**
 * Whether every page of a PDF is a label, upright or on its side. A PDF that cannot be read counts as one: it says nothing else.
 * Written sizes are searched for first, so that few documents are parsed.
 */
export async function isLabelSized(pdf: Buffer): Promise<boolean> {
  const boxes = pdf.toString('latin1').matchAll(/\/MediaBox\s*\[\s*0(?:\.0*)?\s+0(?:\.0*)?\s+([\d.]+)\s+([\d.]+)/g)
  let found = 0
  for (const [, width, height] of boxes) {
    if (!isLabel(Number(width), Number(height))) return false
    found += 1
  }
  if (found > 0) return true
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

/** Adds the pages of labels, in order, to one PDF. */
export interface Merger {
  add(label: CarrierLabel): Promise<void>
  save(): Promise<Buffer>
}

export async function startMerger(sheet: MergedSheet): Promise<Merger> {
  const merged = await (await loadPdf()).create()
  const place = sheet === 'a4' ? createSheets(merged) : null
  return {
    async add(label) {
      const source = label.contentType === 'image/png' ? await makePage(label.bytes) : await openPdf(label.bytes)
      if (place) await place(source)
      else for (const page of await merged.copyPages(source, source.getPageIndices())) merged.addPage(page)
    },
    save: async () => Buffer.from(await merged.save({ objectsPerTick: Number.POSITIVE_INFINITY })),
  }
}

async function openPdf(bytes: Buffer): Promise<PDFDocument> {
  const document = await (await loadPdf()).load(bytes, { updateMetadata: false })
  const pages = document.getPageCount()
  if (pages > MOST_PAGES) throw new Error(`a document of ${pages} pages is no label`)
  return document
}

/** An image as a PDF of one label. */
async function makePage(png: Buffer): Promise<PDFDocument> {
  const document = await (await loadPdf()).create()
  const image = await document.embedPng(boundPng(png))
  const { width, height } = image.scaleToFit(LABEL.width, LABEL.height)
  const page = document.addPage([LABEL.width, LABEL.height])
  page.drawImage(image, { x: (LABEL.width - width) / 2, y: LABEL.height - height, width, height })
  // Pages that are embedded elsewhere would be without their picture.
  await document.flush()
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

/** The labels as ZPL, an image each. */
export async function toZpl(label: CarrierLabel): Promise<Buffer> {
  const [{ rasterize }, { toZpl }] = await Promise.all([import('../raster.ts'), import('../zpl.ts')])
  const pdf = label.contentType === 'image/png' ? await makeLabelPdf(label.bytes) : label.bytes
  return await toZpl(rasterize(pdf))
}
