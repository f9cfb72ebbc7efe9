import { isLatin1 } from '@waybill/carriers/label/glyphs'
import {
  LABEL_HEIGHT_MM,
  LABEL_WIDTH_MM,
  type LabelDocument,
  type LabelElement,
  type LabelPage,
  type RuleElement,
  type SheetSize,
} from '@waybill/carriers/label/label-document'
import { toPrintable } from '@waybill/carriers/label/printable'
import { mmToPt } from '@waybill/carriers/label/units'
import PDFDocument from 'pdfkit'
import { drawBarcode, drawQr } from './barcodes.ts'
import { pageTurn } from './page-turn.ts'
import { drawText } from './text/draw-text.ts'
import type { Shaper } from './text/shaping.ts'

const LABEL_WIDTH_PT = mmToPt(LABEL_WIDTH_MM)
const LABEL_HEIGHT_PT = mmToPt(LABEL_HEIGHT_MM)
const RULE_WIDTH_PT = 0.7

const pageSizesPt = {
  '4x6': [LABEL_WIDTH_PT, LABEL_HEIGHT_PT],
  a4: [mmToPt(210), mmToPt(297)],
} as const satisfies Record<SheetSize, [number, number]>
/** Office printers leave up to 6 mm at the edge blank. */
const A4_MARGIN_PT = mmToPt(10)

/** A PDF with a page per label. Equal documents give equal bytes. Yields to the event loop before each page. */
export const renderPdf = (document: LabelDocument, sheet: SheetSize): Promise<Buffer> =>
  render(document, sheet, sheet === 'a4' ? drawOnA4 : drawPage)

/** The same for pages that fill their sheet, also one of A4. Yields before each element. */
export const renderSheets = (document: LabelDocument, sheet: SheetSize, signal?: AbortSignal): Promise<Buffer> =>
  render(document, sheet, async (pdf, page, shaper) => {
    // A sheet has many times the text of a label.
    for (const element of page) {
      await pageTurn()
      signal?.throwIfAborted()
      drawElement(pdf, element, shaper)
    }
  })

async function render(
  document: LabelDocument,
  sheet: SheetSize,
  draw: (pdf: PDFKit.PDFDocument, page: LabelPage, shaper: Shaper | null) => void | Promise<void>,
): Promise<Buffer> {
  const { title, createdAt, pages } = document
  const shaper = await openShaperFor(document)
  const info = { Title: title, CreationDate: createdAt, ModDate: createdAt }
  const pdf = new PDFDocument({ size: [...pageSizesPt[sheet]], margin: 0, autoFirstPage: false, info })
  const bytes = collect(pdf)
  for (const page of pages) {
    await pageTurn()
    pdf.addPage()
    await draw(pdf, page, shaper)
  }
  pdf.end()
  return await bytes
}

/** Null for a document in Latin-1, which PDF's built-in fonts print: fonts and HarfBuzz are not loaded for it. */
async function openShaperFor({ pages }: LabelDocument): Promise<Shaper | null> {
  const lines = pages.flat().flatMap((element) => (element.kind === 'text' ? element.lines.map(toPrintable) : []))
  const shaped = lines.filter((line) => !isLatin1(line))
  if (shaped.length === 0) return null
  const { openShaper } = await import('./text/shaping.ts')
  return await openShaper(shaped.join('\n'))
}

/** The label in the upper left of the sheet, inside a line to cut along. */
function drawOnA4(pdf: PDFKit.PDFDocument, page: LabelPage, shaper: Shaper | null): void {
  pdf.save().translate(A4_MARGIN_PT, A4_MARGIN_PT)
  pdf.rect(0, 0, LABEL_WIDTH_PT, LABEL_HEIGHT_PT).lineWidth(0.5).dash(4, { space: 3 }).stroke('black').undash()
  drawPage(pdf, page, shaper)
  pdf.restore()
}

function drawPage(pdf: PDFKit.PDFDocument, page: LabelPage, shaper: Shaper | null): void {
  for (const element of page) drawElement(pdf, element, shaper)
}

function drawElement(pdf: PDFKit.PDFDocument, element: LabelElement, shaper: Shaper | null): void {
  switch (element.kind) {
    case 'text':
      drawText(pdf, element, shaper)
      break
    case 'rule':
      drawRule(pdf, element)
      break
    case 'code128':
      drawBarcode(pdf, element)
      break
    case 'qr':
      drawQr(pdf, element)
      break
    default:
      element satisfies never
  }
}

function drawRule(pdf: PDFKit.PDFDocument, { xMm, yMm, widthMm }: RuleElement): void {
  const yPt = mmToPt(yMm)
  pdf
    .moveTo(mmToPt(xMm), yPt)
    .lineTo(mmToPt(xMm + widthMm), yPt)
    .lineWidth(RULE_WIDTH_PT)
    .stroke('black')
}

function collect(pdf: PDFKit.PDFDocument): Promise<Buffer> {
  const chunks: Buffer[] = []
  return new Promise((resolve, reject) => {
    pdf.on('data', (chunk: Buffer) => chunks.push(chunk))
    pdf.on('end', () => resolve(Buffer.concat(chunks)))
    pdf.on('error', reject)
  })
}
