/**
 * Pure: a label document, everything that is printed as data. Positions and sizes are millimetres from the upper left
 * corner of the label, letter sizes are points (1/72 inch). Nothing in it refers to a file, a font or a clock.
 */

/** 4 × 6 inches, the size that label printers take. */
export const LABEL_WIDTH_MM = 101.6
export const LABEL_HEIGHT_MM = 152.4

/** 4 × 6 inches (101.6 × 152.4 mm); or A4 (210 × 297 mm) with the label in its upper left corner, to be cut out. */
export type SheetSize = '4x6' | 'a4'

export interface LabelDocument {
  /** Title in the metadata of the PDF. */
  title: string
  /** Creation time in the metadata of the PDF. It comes in as data so that equal documents give equal bytes. */
  createdAt: Date
  /** One label per parcel, in print order. At least one. */
  pages: readonly LabelPage[]
}

export type LabelPage = readonly LabelElement[]

export type LabelElement = TextElement | RuleElement | BarcodeElement | QrElement

/**
 * Lines of text in a box. A line that is too long is printed smaller, then wrapped. Rows that are too many are printed
 * closer together and smaller; below five points, the longest line is cut with an ellipsis. Nothing leaves the box.
 */
export interface TextElement {
  kind: 'text'
  /** Empty lines are left out. Any script; see the README for those that print. */
  lines: readonly string[]
  xMm: number
  yMm: number
  widthMm: number
  heightMm: number
  /** Size of the letters where they fit. */
  sizePt: number
  /** Latin text only; other scripts are printed in regular weight. */
  bold?: boolean
  align?: 'left' | 'center'
}

/** A horizontal line. */
export interface RuleElement {
  kind: 'rule'
  xMm: number
  yMm: number
  widthMm: number
}

/**
 * Code 128, centred between `xMm` and `xMm + widthMm` with its quiet zone of ten modules on both sides. The bars are as
 * wide as fits, at most 0.38 mm.
 */
export interface BarcodeElement {
  kind: 'code128'
  /** ASCII. */
  text: string
  xMm: number
  yMm: number
  widthMm: number
  heightMm: number
}

/** A QR code of 0.63 mm modules. Leave four modules (2.5 mm) free around it. */
export interface QrElement {
  kind: 'qr'
  text: string
  /** Right edge: the width follows from the length of the text. */
  rightMm: number
  yMm: number
}
