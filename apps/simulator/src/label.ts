/** The label that a carrier prints: one 4 × 6 inch page a parcel, with a Code 128 barcode drawn as vectors. */
import { createRequire } from 'node:module'
import bwip from 'bwip-js/node'
import PDFDocument from 'pdfkit'
import type { JobBody, WireAddress } from './wire.ts'

/** Points of 1/72 inch. */
const WIDTH = 4 * 72
const HEIGHT = 6 * 72
const MARGIN = 14
/** Narrowest bar: 0.36 mm, well over the 0.25 mm that hand scanners of 203 dpi labels need (GS1 General Specifications, 5.4). */
const MODULE = 1.02
const BARCODE_HEIGHT = 80

/** For text beyond Latin-1: embedding it costs about 25 ms a label, the reader's own Helvetica nothing. */
const WIDE_FONT = createRequire(import.meta.url).resolve('dejavu-fonts-ttf/ttf/DejaVuSans.ttf')
const LATIN_1 = /^[ -~\u00a0-\u00ff]*$/

export interface LabelContent {
  carrierName: string
  serviceName: string
  trackingNumber: string
  createdAt: Date
  job: JobBody
}

/** What the barcode of a parcel says: the tracking number, and from the second parcel on its number. */
export const barcodeText = (trackingNumber: string, index: number): string =>
  index === 0 ? trackingNumber : `${trackingNumber}-${index + 1}`

/** A PDF. The same content gives the same bytes, so nothing needs to be stored. */
export function renderLabel(content: LabelContent): Promise<Buffer> {
  const info = { Title: `Label ${content.trackingNumber}`, CreationDate: content.createdAt, ModDate: content.createdAt }
  const document = new PDFDocument({ size: [WIDTH, HEIGHT], margin: MARGIN, autoFirstPage: false, info })
  const finished = collect(document)
  content.job.parcels.forEach((_, index) => {
    drawPage(document.addPage(), content, index)
  })
  document.end()
  return finished
}

function collect(document: PDFKit.PDFDocument): Promise<Buffer> {
  const chunks: Buffer[] = []
  return new Promise((resolve, reject) => {
    document.on('data', (chunk: Buffer) => chunks.push(chunk))
    document.on('end', () => resolve(Buffer.concat(chunks)))
    document.on('error', reject)
  })
}

function drawPage(page: PDFKit.PDFDocument, content: LabelContent, index: number): void {
  const { carrierName, serviceName, trackingNumber, job } = content
  const parcel = job.parcels[index]
  line(page, carrierName, { y: 14, size: 16, bold: true })
  line(page, serviceName, { y: 36, size: 9 })
  rule(page, 52)
  drawAddress(page, 'FROM', job.pickup, { y: 58, size: 8 })
  rule(page, 132)
  drawAddress(page, 'TO', job.dropoff, { y: 140, size: 12 })
  rule(page, 258)
  const weight = ((parcel?.weight_grams ?? 0) / 1_000).toFixed(3)
  line(page, `Parcel ${index + 1} of ${job.parcels.length} · ${weight} kg`, { y: 264, size: 9, bold: true })
  line(page, `Order ${job.order_reference}`, { y: 278, size: 8 })
  line(page, job.dropoff_note ?? '', { y: 290, size: 8 })
  rule(page, 306)
  drawBarcode(page, barcodeText(trackingNumber, index), 318)
}

function drawAddress(
  page: PDFKit.PDFDocument,
  title: string,
  address: WireAddress,
  at: { y: number; size: number },
): void {
  const city = [address.post_code, address.city, address.province].filter(Boolean).join(' ')
  const lines = [address.name, address.company, address.address_line_1, address.address_line_2, city, address.country]
  line(page, title, { y: at.y, size: 7, bold: true })
  lines.filter(Boolean).forEach((text, index) => {
    line(page, text ?? '', { y: at.y + 10 + index * (at.size + 3), size: at.size })
  })
}

interface LineOptions {
  y: number
  size: number
  bold?: boolean
}

/** One line, cut at the margin. A text that the font engine cannot shape is printed in ASCII rather than not at all. */
function line(page: PDFKit.PDFDocument, text: string, { y, size, bold = false }: LineOptions): void {
  if (text === '') return
  const options = { width: WIDTH - 2 * MARGIN, height: size + 2, ellipsis: true }
  const flat = text.replaceAll(/\s+/g, ' ')
  const latinFont = bold ? 'Helvetica-Bold' : 'Helvetica'
  try {
    page.font(LATIN_1.test(flat) ? latinFont : WIDE_FONT, size).text(flat, MARGIN, y, options)
  } catch {
    page.font(latinFont, size).text(flat.replaceAll(/[^ -~]/g, '?'), MARGIN, y, options)
  }
}

const rule = (page: PDFKit.PDFDocument, y: number) =>
  page
    .moveTo(MARGIN, y)
    .lineTo(WIDTH - MARGIN, y)
    .lineWidth(0.7)
    .stroke()

/** Centred, with at least the ten modules of quiet zone on each side that ISO/IEC 15417 asks for. */
function drawBarcode(page: PDFKit.PDFDocument, text: string, y: number): void {
  const [symbol] = bwip.raw({ bcid: 'code128', text })
  if (!symbol || !('sbs' in symbol)) throw new Error('bwip-js answered no bars for a Code 128 symbol')
  const modules = symbol.sbs.reduce((sum, width) => sum + width, 0)
  const unit = Math.min(MODULE, (WIDTH - 2 * MARGIN) / (modules + 20))
  let x = (WIDTH - modules * unit) / 2
  symbol.sbs.forEach((width, index) => {
    if (index % 2 === 0) page.rect(x, y, width * unit, BARCODE_HEIGHT)
    x += width * unit
  })
  page.fill('black')
  page
    .font('Helvetica-Bold', 11)
    .text(text, MARGIN, y + BARCODE_HEIGHT + 6, { width: WIDTH - 2 * MARGIN, align: 'center' })
}
