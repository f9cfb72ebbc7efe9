/** Pure: the layout of a parcel label of 4 × 6 inches: sender, recipient, parcel, remarks, QR code and barcode. */

import { measureAtMost } from './glyphs.ts'
import { LABEL_WIDTH_MM, type LabelPage, type RuleElement, type TextElement } from './label-document.ts'
import { findCuts } from './line-layout.ts'
import { toPrintable } from './printable.ts'
import { mmToPt } from './units.ts'

const MARGIN_MM = 5
const CONTENT_WIDTH_MM = LABEL_WIDTH_MM - 2 * MARGIN_MM
/** The columns beside the QR code. */
const BESIDE_QR_WIDTH_MM = CONTENT_WIDTH_MM - 22.5
const ADDRESS_TITLE_HEIGHT_MM = 3.5

const SENDER = { yMm: 20.5, heightMm: 25.4, sizePt: 8 }
const RECIPIENT = { yMm: 49.4, heightMm: 36.7, sizePt: 12 }
const REMARKS = { yMm: 95.6, heightMm: 12.7, sizePt: 8, widthMm: BESIDE_QR_WIDTH_MM }

export interface ParcelLabel {
  /** Name of the carrier or of the merchant's fleet. */
  carrierName: string
  serviceName: string
  /** Lines of the addresses, from the name to the country. Empty lines are left out. */
  sender: readonly string[]
  recipient: readonly string[]
  /** Counted from 1. */
  parcelNumber: number
  parcelsCount: number
  weightGrams: number
  /** Order number, note for the door. Two lines fit in full size. */
  remarks: readonly string[]
  /** Text of the barcode and the QR code, ASCII: the tracking number, or that of one parcel. */
  code: string
}

export function parcelLabel(label: ParcelLabel): LabelPage {
  const weightKg = (label.weightGrams / 1_000).toFixed(3)
  const parcel = `Parcel ${label.parcelNumber} of ${label.parcelsCount} · ${weightKg} kg`
  return [
    text([label.carrierName], { yMm: 5, heightMm: 6.7, sizePt: 16, bold: true }),
    text([label.serviceName], { yMm: 12.7, heightMm: 4.3, sizePt: 9 }),
    rule(18.4),
    ...address('FROM', label.sender, SENDER),
    rule(46.6),
    ...address('TO', label.recipient, RECIPIENT),
    rule(87.5),
    text([parcel], { yMm: 90.3, heightMm: 4.3, sizePt: 9, bold: true, widthMm: BESIDE_QR_WIDTH_MM }),
    text(label.remarks, REMARKS),
    { kind: 'qr', text: label.code, rightMm: LABEL_WIDTH_MM - MARGIN_MM - 1.4, yMm: 90 },
    rule(108.7),
    { kind: 'code128', text: label.code, xMm: MARGIN_MM, yMm: 112.2, widthMm: CONTENT_WIDTH_MM, heightMm: 28.2 },
    text([label.code], { yMm: 142.5, heightMm: 5, sizePt: 11, bold: true, align: 'center' }),
  ]
}

type TextBox = Pick<TextElement, 'yMm' | 'heightMm' | 'sizePt' | 'bold' | 'align'> & { widthMm?: number }

const text = (lines: readonly string[], box: TextBox): TextElement => ({
  kind: 'text',
  lines,
  xMm: MARGIN_MM,
  widthMm: CONTENT_WIDTH_MM,
  ...box,
})

const rule = (yMm: number): RuleElement => ({ kind: 'rule', xMm: MARGIN_MM, yMm, widthMm: CONTENT_WIDTH_MM })

/** A title and, below it, the address. */
const address = (
  title: string,
  lines: readonly string[],
  { yMm, heightMm, sizePt }: { yMm: number; heightMm: number; sizePt: number },
): LabelPage => [
  text([title], { yMm, heightMm: ADDRESS_TITLE_HEIGHT_MM, sizePt: 7, bold: true }),
  text(lines, { yMm: yMm + ADDRESS_TITLE_HEIGHT_MM, heightMm: heightMm - ADDRESS_TITLE_HEIGHT_MM, sizePt }),
]

/**
 * About the number of characters of the lines that a label has room for. Null: all of them, for sure, by the printer's layout
 * with letters as wide as they can be.
 */
export function findRoom(lines: readonly string[], part: 'sender' | 'recipient' | 'remarks'): number | null {
  const { heightMm, sizePt } = { sender: SENDER, recipient: RECIPIENT, remarks: REMARKS }[part]
  const [widthMm, titleMm] = part === 'remarks' ? [BESIDE_QR_WIDTH_MM, 0] : [CONTENT_WIDTH_MM, ADDRESS_TITLE_HEIGHT_MM]
  const box = { y: 0, width: mmToPt(widthMm), height: mmToPt(heightMm - titleMm), size: sizePt }
  const printed = lines.map(toPrintable).filter((line) => line !== '')
  const cuts = findCuts(printed, box, measureAtMost)
  if (cuts.size === 0) return null
  return lines.join('').length - [...cuts].reduce((sum, [index, kept]) => sum + (printed[index] ?? '').length - kept, 0)
}
