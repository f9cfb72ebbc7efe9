/** Pure: the layout of the form CN 23 on A4: the numbered fields of the UPU's form, from top to bottom. */
import type { LabelElement, LabelPage } from '@waybill/carriers/label/label-document'
import { CERTIFICATION, type PostalForm, type PostalLine, postalCategories } from './postal-form.ts'
import {
  type Column,
  describeLine,
  HALF_MM,
  openSheets,
  ROW_HEIGHT_MM,
  SIGNATURE_HEIGHT_MM,
  signature,
  text,
} from './sheet.ts'

const columns: readonly Column<PostalLine>[] = [
  { heading: 'Detailed description of contents (1)', widthMm: 70, read: describeLine },
  { heading: 'Quantity (2)', widthMm: 19, read: ({ quantity }) => quantity },
  { heading: 'Net (3)', widthMm: 20, read: ({ netWeight }) => netWeight },
  { heading: 'Value (5)', widthMm: 27, read: ({ value }) => value },
  { heading: 'HS tariff No. (7)', widthMm: 29, read: ({ hsCode }) => hsCode },
  { heading: 'Origin (8)', widthMm: 15, read: ({ originCountry }) => originCountry },
]
/** The longest number that is legible as a barcode of half the width. */
const LONGEST_BARCODE = 22

export function cn23Pages(form: PostalForm): LabelPage[] {
  const sheets = openSheets(`CN 23 ${form.itemNumber || form.reference}`)
  sheets.add(
    (yMm) => [
      text(['CUSTOMS DECLARATION', 'DÉCLARATION EN DOUANE'], { yMm, heightMm: 16, sizePt: 13, bold: true }),
      text(['May be opened officially', "Peut être ouvert d'office"], {
        xMm: 109,
        yMm: yMm + 1,
        widthMm: 55,
        heightMm: 12,
        sizePt: 8,
      }),
      text(['CN 23'], { xMm: 170, yMm, widthMm: 25, heightMm: 9, sizePt: 18, bold: true }),
    ],
    16,
  )
  sheets.add((yMm) => itemNumber(form, yMm), 22)
  sheets.addParties({ title: 'FROM / DE', lines: form.sender }, { title: 'TO / À', lines: form.recipient })
  sheets.addTable(columns, form.lines)
  sheets.skip(3)
  sheets.addTotals([
    ['Total gross weight (4)', form.grossWeight],
    ['Total value (6)', form.totalValue],
    ['Postal charges / Fees (9)', form.postage],
  ])
  sheets.skip(4)
  sheets.ensureRoom(4 * ROW_HEIGHT_MM)
  sheets.add((yMm) => categories(form, yMm), 4 * ROW_HEIGHT_MM + 2)
  sheets.addFacts([
    ['Explanation', form.explanation],
    ['Comments (11)', ''],
    ['Licence No. (12)', ''],
    ['Certificate No. (13)', ''],
    ['Invoice No. (14)', form.invoiceNumber],
    ['Office, date of posting', ''],
    ...form.facts,
  ])
  sheets.skip(4)
  sheets.addStatement(...CERTIFICATION)
  sheets.ensureRoom(SIGNATURE_HEIGHT_MM)
  sheets.add((yMm) => signature(form.signed, "Date and sender's signature (15)", yMm), SIGNATURE_HEIGHT_MM)
  return sheets.pages()
}

function itemNumber({ itemNumber: number, reference }: PostalForm, yMm: number): LabelElement[] {
  const isLegible = number !== '' && number.length <= LONGEST_BARCODE && /^[ -~]+$/.test(number)
  const names = [number === '' ? '' : `Item No. ${number}`, `Reference ${reference}`]
  return [
    ...(isLegible
      ? [{ kind: 'code128' as const, text: number, xMm: 15, yMm, widthMm: HALF_MM, heightMm: 14 }]
      : [text(['Item No.'], { yMm, widthMm: HALF_MM, heightMm: 5, sizePt: 8, bold: true })]),
    text(names, { xMm: 109, yMm, widthMm: HALF_MM, heightMm: 18, sizePt: 10 }),
  ]
}

function categories({ category }: PostalForm, yMm: number): LabelElement[] {
  const boxes = Object.entries(postalCategories).map(([name, label], index) =>
    text([`[${name === category ? 'X' : '  '}] ${label}`], {
      xMm: 15 + (index % 2) * 94,
      yMm: yMm + (1 + Math.floor(index / 2)) * ROW_HEIGHT_MM,
      widthMm: HALF_MM,
      heightMm: ROW_HEIGHT_MM,
      sizePt: 9,
    }),
  )
  return [text(['Category of item (10)'], { yMm, heightMm: ROW_HEIGHT_MM, sizePt: 8, bold: true }), ...boxes]
}
