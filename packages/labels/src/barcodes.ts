/** Code 128 and QR codes as rectangles on the dots of a label printer, so that no bar is blurred. */

import type { BarcodeElement, QrElement } from '@waybill/carriers/label/label-document'
import { DOT_PT, mmToPt } from '@waybill/carriers/label/units'
import bwip from 'bwip-js/node'

/** Widest module: 3 dots, 0.38 mm. Hand scanners need 0.25 mm (GS1 General Specifications, 5.4). */
const MAX_BAR_MODULE_DOTS = 3
/** ISO/IEC 15417 requires ten modules on each side. */
const QUIET_ZONE_MODULES = 10
/** 5 dots, 0.63 mm: a phone reads it from an arm's length. */
const QR_MODULE_PT = 5 * DOT_PT

/** Throws if the text is not ASCII. */
export function drawBarcode(pdf: PDFKit.PDFDocument, { text, xMm, yMm, widthMm, heightMm }: BarcodeElement): void {
  const [symbol] = bwip.raw({ bcid: 'code128', text })
  if (!symbol || !('sbs' in symbol)) throw new Error('bwip-js returned no bars for a Code 128 symbol')
  const modules = symbol.sbs.reduce((sum, bar) => sum + bar, 0)
  const widthPt = mmToPt(widthMm)
  const fittingDots = Math.floor(widthPt / DOT_PT / (modules + 2 * QUIET_ZONE_MODULES))
  const modulePt = Math.max(1, Math.min(MAX_BAR_MODULE_DOTS, fittingDots)) * DOT_PT
  let xPt = toDot(mmToPt(xMm) + (widthPt - modules * modulePt) / 2)
  symbol.sbs.forEach((bar, index) => {
    if (index % 2 === 0) pdf.rect(xPt, mmToPt(yMm), bar * modulePt, mmToPt(heightMm))
    xPt += bar * modulePt
  })
  pdf.fill('black')
}

export function drawQr(pdf: PDFKit.PDFDocument, { text, rightMm, yMm }: QrElement): void {
  const [symbol] = bwip.raw({ bcid: 'qrcode', text })
  if (!symbol || !('pixs' in symbol)) throw new Error('bwip-js returned no modules for a QR symbol')
  const { pixs, pixx } = symbol
  const leftPt = toDot(mmToPt(rightMm) - pixx * QR_MODULE_PT)
  const topPt = toDot(mmToPt(yMm))
  Array.from(pixs).forEach((pixel, index) => {
    if (pixel === 0) return
    const column = index % pixx
    const row = Math.floor(index / pixx)
    pdf.rect(leftPt + column * QR_MODULE_PT, topPt + row * QR_MODULE_PT, QR_MODULE_PT, QR_MODULE_PT)
  })
  pdf.fill('black')
}

/** The nearest edge of a printer dot. */
const toDot = (pt: number): number => Math.round(pt / DOT_PT) * DOT_PT
