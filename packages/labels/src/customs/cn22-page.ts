/** Pure: the layout of the form CN 22 on 4 × 6 inches: the numbered fields of the UPU's label, from top to bottom. */
import { LABEL_WIDTH_MM, type LabelElement, type LabelPage } from '@waybill/carriers/label/label-document'
import { CERTIFICATION, type PostalForm, type PostalLine, postalCategories } from './postal-form.ts'
import { describeLine, text } from './sheet.ts'

const LEFT_MM = 4
const WIDTH_MM = LABEL_WIDTH_MM - 2 * LEFT_MM
const NAMES_MM = 14.5
/** Where the table ends. */
const BOTTOM_MM = 116

interface Cell {
  xMm: number
  widthMm: number
  heading: string
  read(line: PostalLine): string
}

const cells: readonly Cell[] = [
  {
    xMm: 0,
    widthMm: 41,
    heading: 'Quantity and detailed description of contents (1)',
    read: (line) => `${line.quantity} × ${describeLine(line)}`,
  },
  { xMm: 42, widthMm: 12, heading: 'Net weight (2)', read: ({ netWeight }) => netWeight },
  { xMm: 55, widthMm: 15, heading: 'Value (3)', read: ({ value }) => value },
  { xMm: 71, widthMm: 15, heading: 'HS tariff No. (4)', read: ({ hsCode }) => hsCode },
  { xMm: 87, widthMm: 6.6, heading: 'Origin (5)', read: ({ originCountry }) => originCountry },
]

/** Rows of five points that hold so many letters, as wide as `W`, in mm. */
const rowsHeight = (characters: number, perRow: number): number => Math.max(2, Math.ceil(characters / perRow)) * 2.6
const lineHeight = (line: PostalLine): number => rowsHeight(cells[0]?.read(line).length ?? 0, 22) + 1
const explanationHeight = ({ explanation }: PostalForm): number =>
  explanation === '' ? 0 : rowsHeight(explanation.length, 50)

/** Two rows for each name, or three. */
const namesHeight = ({ itemNumber, reference }: PostalForm): number =>
  Math.max(itemNumber.length, reference.length) > 80 ? 15.6 : 8
/** Where the contents begin, below categories, heading and explanation. */
const contentsTop = (form: PostalForm): number => NAMES_MM + namesHeight(form) + 22.5 + explanationHeight(form)

/** Whether the label has room for all contents; a CN 23 has always. */
export const fitsCn22 = (form: PostalForm): boolean =>
  form.lines.reduce((sum, line) => sum + lineHeight(line), contentsTop(form)) <= BOTTOM_MM

/** The form as a label. The contents fit if `fitsCn22`. */
export function cn22Page(form: PostalForm): LabelPage {
  const categoriesMm = NAMES_MM + namesHeight(form) + 1
  const explanationMm = explanationHeight(form)
  let yMm = contentsTop(form)
  const rows = form.lines.flatMap((line) => {
    const heightMm = lineHeight(line)
    const row = inCells((cell) => cell.read(line), { yMm, heightMm: heightMm - 1, sizePt: 7, bold: false })
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
    text([form.itemNumber === '' ? '' : `Item No. ${form.itemNumber}`, `Reference ${form.reference}`], {
      ...wide,
      yMm: NAMES_MM,
      heightMm: namesHeight(form),
      sizePt: 7,
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
    text([form.explanation], { ...wide, yMm: categoriesMm + 21.5, heightMm: explanationMm, sizePt: 7 }),
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
