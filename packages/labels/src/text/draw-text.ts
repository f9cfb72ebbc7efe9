/** Draws text elements. Latin-1 uses PDF's built-in Helvetica; all else is shaped and drawn as outlines. */
import { isLatin1 } from '@waybill/carriers/label/glyphs'
import type { TextElement } from '@waybill/carriers/label/label-document'
import { layOutLines, type Row } from '@waybill/carriers/label/line-layout'
import { toPrintable } from '@waybill/carriers/label/printable'
import { mmToPt } from '@waybill/carriers/label/units'
import type { Shaper } from './shaping.ts'

/** Distance of the baseline from a row's upper edge, in em: most scripts fit above it. */
const BASELINE_EM = 0.93

/** Null shaper: the caller has checked that every line is Latin-1. */
export function drawText(pdf: PDFKit.PDFDocument, element: TextElement, shaper: Shaper | null): void {
  const font = element.bold ? 'Helvetica-Bold' : 'Helvetica'
  const measureEm = openMeasure(pdf, font, shaper)
  const xPt = mmToPt(element.xMm)
  const widthPt = mmToPt(element.widthMm)
  const box = { y: mmToPt(element.yMm), width: widthPt, height: mmToPt(element.heightMm), size: element.sizePt }
  const lines = element.lines.map(toPrintable).filter((line) => line !== '')
  for (const row of layOutLines(lines, box, measureEm)) {
    const indentPt = element.align === 'center' ? (widthPt - measureEm(row.text) * row.size) / 2 : 0
    const baseline = { xPt: xPt + indentPt, yPt: row.y + row.size * BASELINE_EM }
    if (shaper === null || isLatin1(row.text)) drawBuiltIn(pdf.font(font, row.size), row, baseline)
    else drawOutlines(pdf, shaper, row, baseline)
  }
}

/** The width of a row whose letters have size 1. */
export const openMeasure =
  (pdf: PDFKit.PDFDocument, font: string, shaper: Shaper | null) =>
  (text: string): number =>
    shaper === null || isLatin1(text) ? pdf.font(font, 1).widthOfString(text) : shaper.measureEm(text)

interface Baseline {
  xPt: number
  yPt: number
}

const drawBuiltIn = (pdf: PDFKit.PDFDocument, { text }: Row, { xPt, yPt }: Baseline) =>
  pdf.text(text, xPt, yPt, { baseline: 'alphabetic', lineBreak: false })

/** Outlines inside marked content with ActualText, so that PDF readers can search, copy and read the text aloud. */
function drawOutlines(pdf: PDFKit.PDFDocument, shaper: Shaper, { text, size }: Row, { xPt, yPt }: Baseline): void {
  pdf.markContent('Span', { actual: text })
  for (const { path, xEm, yEm, unitsPerEm } of shaper.outline(text)) {
    const scale = size / unitsPerEm
    pdf.save()
    pdf.transform(scale, 0, 0, -scale, xPt + xEm * size, yPt - yEm * size)
    pdf.path(path).fill('black')
    pdf.restore()
  }
  pdf.endMarkedContent()
}
