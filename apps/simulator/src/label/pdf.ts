import { setImmediate } from 'node:timers/promises'
import type { LabelSize } from '@waybill/carriers/carrier-adapter'
import PDFDocument from 'pdfkit'
import { openFontsFor } from './fonts.ts'
import { drawLabel, LABEL_HEIGHT, LABEL_WIDTH, type LabelContent, MARGIN } from './page.ts'

const A4_WIDTH = 595.28
const A4_HEIGHT = 841.89
/** Clear of what office printers cannot print on. */
const A4_MARGIN = 28

/**
 * A PDF with a page for each of these parcels, counted from 0. The same content gives the same bytes. Other work has its
 * turn before each page.
 */
export async function renderPdf(content: LabelContent, parcels: readonly number[], size: LabelSize): Promise<Buffer> {
  await openFontsFor(JSON.stringify(content))
  const info = { Title: `Label ${content.trackingNumber}`, CreationDate: content.createdAt, ModDate: content.createdAt }
  const format: [number, number] = size === 'a4' ? [A4_WIDTH, A4_HEIGHT] : [LABEL_WIDTH, LABEL_HEIGHT]
  const document = new PDFDocument({ size: format, margin: MARGIN, autoFirstPage: false, info })
  const finished = collect(document)
  for (const index of parcels) {
    await setImmediate()
    const page = document.addPage()
    if (size === 'a4') drawOnSheet(page, content, index)
    else drawLabel(page, content, index)
  }
  document.end()
  return await finished
}

/** The same label in the upper left of the sheet, with a line to cut along. */
function drawOnSheet(page: PDFKit.PDFDocument, content: LabelContent, index: number): void {
  page.save().translate(A4_MARGIN, A4_MARGIN)
  page.rect(0, 0, LABEL_WIDTH, LABEL_HEIGHT).lineWidth(0.5).dash(4, { space: 3 }).stroke('black').undash()
  drawLabel(page, content, index)
  page.restore()
}

function collect(document: PDFKit.PDFDocument): Promise<Buffer> {
  const chunks: Buffer[] = []
  return new Promise((resolve, reject) => {
    document.on('data', (chunk: Buffer) => chunks.push(chunk))
    document.on('end', () => resolve(Buffer.concat(chunks)))
    document.on('error', reject)
  })
}
