/** What stands on a label, and where: one parcel, 4 × 6 inches, in points of 1/72 inch. */
import type { JobBody, WireAddress } from '../http/wire.ts'
import { barcodeText, drawBarcode, drawQr } from './codes.ts'
import { drawLines } from './text.ts'

export const LABEL_WIDTH = 4 * 72
export const LABEL_HEIGHT = 6 * 72
export const MARGIN = 14
const BARCODE_HEIGHT = 80
/** Of what stands above an address. */
const TITLE_HEIGHT = 10

export interface LabelContent {
  carrierName: string
  serviceName: string
  trackingNumber: string
  createdAt: Date
  job: JobBody
}

/** Draws the label of a parcel, counted from 0, with its upper left corner at the origin. */
export function drawLabel(page: PDFKit.PDFDocument, content: LabelContent, index: number): void {
  const { carrierName, serviceName, trackingNumber, job } = content
  const parcel = job.parcels[index]
  const code = barcodeText(trackingNumber, index)
  line(page, carrierName, { y: 14, size: 16, bold: true })
  line(page, serviceName, { y: 36, size: 9 })
  rule(page, 52)
  drawAddress(page, 'FROM', job.pickup, { y: 58, height: 72, size: 8 })
  rule(page, 132)
  drawAddress(page, 'TO', job.dropoff, { y: 140, height: 104, size: 12 })
  rule(page, 248)
  const weight = ((parcel?.weight_grams ?? 0) / 1_000).toFixed(3)
  const width = LABEL_WIDTH - 2 * MARGIN - 64
  line(page, `Parcel ${index + 1} of ${job.parcels.length} · ${weight} kg`, { y: 256, size: 9, bold: true, width })
  const remarks = [`Order ${job.order_reference}`, job.dropoff_note ?? '']
  drawLines(page, remarks, { x: MARGIN, y: 271, width, height: 36, size: 8 })
  drawQr(page, code, { y: 255, right: LABEL_WIDTH - MARGIN - 4 })
  rule(page, 308)
  drawBarcode(page, code, { y: 318, height: BARCODE_HEIGHT, width: LABEL_WIDTH })
  page.font('Helvetica-Bold', 11).text(code, MARGIN, 318 + BARCODE_HEIGHT + 6, {
    width: LABEL_WIDTH - 2 * MARGIN,
    height: 13,
    align: 'center',
  })
}

function drawAddress(
  page: PDFKit.PDFDocument,
  title: string,
  address: WireAddress,
  { y, height, size }: { y: number; height: number; size: number },
): void {
  const { name, company, address_line_1, address_line_2, town } = address
  const city = [address.post_code, address.city, address.province].filter(Boolean).join(' ')
  const lines = [name, company, address_line_1, address_line_2, town, city, address.country]
  line(page, title, { y, size: 7, bold: true })
  const width = LABEL_WIDTH - 2 * MARGIN
  drawLines(
    page,
    lines.map((text) => text ?? ''),
    { x: MARGIN, y: y + TITLE_HEIGHT, width, height: height - TITLE_HEIGHT, size },
  )
}

const line = (
  page: PDFKit.PDFDocument,
  text: string,
  { width = LABEL_WIDTH - 2 * MARGIN, ...box }: { y: number; size: number; bold?: boolean; width?: number },
) => drawLines(page, [text], { x: MARGIN, width, height: box.size + 3, ...box })

const rule = (page: PDFKit.PDFDocument, y: number) =>
  page
    .moveTo(MARGIN, y)
    .lineTo(LABEL_WIDTH - MARGIN, y)
    .lineWidth(0.7)
    .stroke('black')
