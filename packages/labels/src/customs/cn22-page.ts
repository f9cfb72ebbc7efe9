/** Pure: the layout of the form CN 22 on 4 × 6 inches: the numbered fields of the UPU's label, from top to bottom. */

import { measureAtMost } from '@waybill/carriers/label/glyphs'
import { LABEL_WIDTH_MM, type LabelElement, type LabelPage } from '@waybill/carriers/label/label-document'
import { countRows } from '@waybill/carriers/label/line-layout'
import { mmToPt } from '@waybill/carriers/label/units'
import { CERTIFICATION, type PostalForm, type PostalLine, postalCategories } from './postal-form.ts'
import { describeLine, text } from './sheet.ts'

const LEFT_MM = 4
const WIDTH_MM = LABEL_WIDTH_MM - 2 * LEFT_MM
const CONTENTS_MM = 41
const NAMES_MM = 14.5
/** Where the table ends. */
const BOTTOM_MM = 116

const contents = (line: PostalLine): string => `${line.quantity} × ${describeLine(line)}`

interface Cell {
  xMm: number
  widthMm: number
  heading: string
  read(line: PostalLine): string
}

const cells: readonly Cell[] = [
  {
    xMm: 0,
    widthMm: CONTENTS_MM,
    heading: 'Quantity and detailed description of contents (1)',
    read: contents,
  },
  { xMm: 42, widthMm: 12, heading: 'Net weight (2)', read: ({ netWeight }) => netWeight },
  { xMm: 55, widthMm: 15, heading: 'Value (3)', read: ({ value }) => value },
  { xMm: 71, widthMm: 15, heading: 'HS tariff No. (4)', read: ({ hsCode }) => hsCode },
  { xMm: 87, widthMm: 6.6, heading: 'Origin (5)', read: ({ originCountry }) => originCountry },
]

/** Points of the texts between the rules, and of those that are set as small as can be, in rows of so many mm. */
const [TEXT_PT, SMALLEST_PT, ROW_MM] = [7, 4.9, 2.6]

/** The height that prints the texts whole, in mm: that of their smallest rows, `leastRows` or more. */
function wholeHeight(lines: readonly string[], widthMm: number, leastRows = 2): number {
  const box = { width: mmToPt(widthMm), size: SMALLEST_PT }
  const rows = lines.reduce((sum, line) => sum + countRows(line, box, measureAtMost), 0)
  return Math.max(leastRows, rows) * ROW_MM
}

const lineHeight = (line: PostalLine): number => wholeHeight([contents(line)], CONTENTS_MM) + 1
const explanationHeight = ({ explanation }: PostalForm): number =>
  explanation === '' ? 0 : wholeHeight([explanation], WIDTH_MM)

const names = ({ itemNumber, reference }: PostalForm): string[] => [
  itemNumber === '' ? '' : `Item No. ${itemNumber}`,
  `Reference ${reference}`,
]
const namesHeight = (form: PostalForm): number => wholeHeight(names(form), WIDTH_MM, 3)
/** Where the contents begin, below categories, heading and explanation. */
const contentsTop = (form: PostalForm): number => NAMES_MM + namesHeight(form) + 22.5 + explanationHeight(form)

/** Whether the label has room for all contents; a CN 23 has always. */
export function fitsCn22(form: PostalForm): boolean {
  let yMm = contentsTop(form)
  return form.lines.every((line) => {
    yMm += lineHeight(line)
    return yMm <= BOTTOM_MM
  })
}

/** The form as a label. The contents fit if `fitsCn22`. */
export function cn22Page(form: PostalForm): LabelPage {
  const categoriesMm = NAMES_MM + namesHeight(form) + 1
  const explanationMm = explanationHeight(form)
  let yMm = contentsTop(form)
  const rows = form.lines.flatMap((line) => {
    const heightMm = lineHeight(line)
    const row = inCells((cell) => cell.read(line), { yMm, heightMm: heightMm - 1, sizePt: TEXT_PT, bold: false })
    yMm += heightMm
    return row
  })
  const wide = { xMm: LEFT_MM, widthMm: WIDTH_MM }
  return [
    text(['CUSTOMS DECLARATION', 'DÉCLARATION EN DOUANE'], {
      ...wide,
      yMm: 4,
      widthMm: 48,
      heightMm: 9,
      sizePt: 9,
      bold: true,
    }),
    text(['May be opened officially', "Peut être ouvert d'office"], {
      xMm: 53,
      yMm: 4.5,
      widthMm: 27,
      heightMm: 8,
      sizePt: 6,
    }),
    text(['CN 22'], { xMm: 80, yMm: 4, widthMm: 17.6, heightMm: 8, sizePt: 14, bold: true }),
    rule(13.5),
    text(names(form), {
      ...wide,
      yMm: NAMES_MM,
      heightMm: namesHeight(form),
      sizePt: TEXT_PT,
    }),
    ...Object.entries(postalCategories).map(([name, label], index) =>
      text([`[${name === form.category ? 'X' : '  '}] ${label}`], {
        xMm: LEFT_MM + (index % 2) * 47,
        yMm: categoriesMm + Math.floor(index / 2) * 4,
        widthMm: 46,
        heightMm: 4,
        sizePt: 7,
      }),
    ),
    rule(categoriesMm + 12.5),
    ...inCells(({ heading }) => heading, { yMm: categoriesMm + 13.5, heightMm: 6, sizePt: 6, bold: true }),
    rule(categoriesMm + 20.5),
    text([form.explanation], { ...wide, yMm: categoriesMm + 21.5, heightMm: explanationMm, sizePt: TEXT_PT }),
    ...rows,
    rule(BOTTOM_MM),
    ...total('Total weight (6)', form.grossWeight, LEFT_MM),
    ...total('Total value (7)', form.totalValue, 51),
    rule(123),
    text(CERTIFICATION, { ...wide, yMm: 124, heightMm: 12, sizePt: 6.5 }),
    text([form.signed], { ...wide, yMm: 137, heightMm: 6, sizePt: 9 }),
    rule(144),
    text(["Date and sender's signature (8)"], { ...wide, yMm: 145, heightMm: 4, sizePt: 6 }),
  ]
}

const rule = (yMm: number): LabelElement => ({ kind: 'rule', xMm: LEFT_MM, yMm, widthMm: WIDTH_MM })

const inCells = (
  read: (cell: Cell) => string,
  box: { yMm: number; heightMm: number; sizePt: number; bold: boolean },
): LabelElement[] => cells.map((cell) => text([read(cell)], { ...box, xMm: LEFT_MM + cell.xMm, widthMm: cell.widthMm }))

const total = (name: string, value: string, xMm: number): LabelElement[] => [
  text([name], { xMm, yMm: 117.5, widthMm: 20, heightMm: 4.5, sizePt: 7, bold: true }),
  text([value], { xMm: xMm + 21, yMm: 117.5, widthMm: 25, heightMm: 4.5, sizePt: 8, bold: true }),
]
