/** Code 128 and QR, drawn as rectangles on the dots of a label printer, so that no bar is blurred. */
import bwip from 'bwip-js/node'

/** Of the common label printers: 8 dots a millimetre. */
export const DOTS_PER_INCH = 203
const DOT = 72 / DOTS_PER_INCH

/** Narrowest bar: 3 dots, 0.38 mm, well over the 0.25 mm that hand scanners need (GS1 General Specifications, 5.4). */
const BAR_MODULE = 3 * DOT
/** 5 dots, 0.63 mm: a phone reads it from an arm's length. */
const QR_MODULE = 5 * DOT

/** What the codes of a parcel say: the tracking number, and from the second parcel on its number. */
export const barcodeText = (trackingNumber: string, index: number): string =>
  index === 0 ? trackingNumber : `${trackingNumber}-${index + 1}`

/** Centred, with at least the ten modules of quiet zone on each side that ISO/IEC 15417 asks for. */
export function drawBarcode(
  page: PDFKit.PDFDocument,
  text: string,
  { y, height, width }: { y: number; height: number; width: number },
): void {
  const [symbol] = bwip.raw({ bcid: 'code128', text })
  if (!symbol || !('sbs' in symbol)) throw new Error('bwip-js answered no bars for a Code 128 symbol')
  const modules = symbol.sbs.reduce((sum, bar) => sum + bar, 0)
  const widest = (width - 28) / (modules + 20)
  const unit = widest >= BAR_MODULE ? BAR_MODULE : Math.max(1, Math.floor(widest / DOT)) * DOT
  let x = Math.round((width - modules * unit) / 2 / DOT) * DOT
  symbol.sbs.forEach((bar, index) => {
    if (index % 2 === 0) page.rect(x, y, bar * unit, height)
    x += bar * unit
  })
  page.fill('black')
}

/** With its right edge at `right`; ISO/IEC 18004 asks for four modules of quiet zone, which the layout leaves free. */
export function drawQr(page: PDFKit.PDFDocument, text: string, { y, right }: { y: number; right: number }): void {
  const [symbol] = bwip.raw({ bcid: 'qrcode', text })
  if (!symbol || !('pixs' in symbol)) throw new Error('bwip-js answered no modules for a QR symbol')
  const { pixs, pixx } = symbol
  const left = Math.round((right - pixx * QR_MODULE) / DOT) * DOT
  const top = Math.round(y / DOT) * DOT
  Array.from(pixs).forEach((pixel, index) => {
    if (pixel === 0) return
    page.rect(left + (index % pixx) * QR_MODULE, top + Math.floor(index / pixx) * QR_MODULE, QR_MODULE, QR_MODULE)
  })
  page.fill('black')
}
