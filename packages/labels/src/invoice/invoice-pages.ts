/** Pure: the layout of a commercial invoice on A4: parties, terms, a table of the goods, totals and the signature. */
import type { LabelElement, LabelPage, TextElement } from '@waybill/carriers/label/label-document'
import type { Invoice, InvoiceLine } from './invoice.ts'

const LEFT_MM = 15
const WIDTH_MM = 180
const HALF_MM = 86
/** The lowest end of the table. Below it is the number of the page. */
const BOTTOM_MM = 278
const ROW_HEIGHT_MM = 5
const [LOWEST_PARTY_MM, TALLEST_PARTY_MM] = [28, 200]
/** Characters that surely fit into a row of a party or fact, in letters of five points. */
const [PARTY_CHARACTERS, FACT_CHARACTERS, SHORT_FACT_CHARACTERS] = [44, 80, 28]
const HEADING_HEIGHT_MM = 7
const STATEMENT_HEIGHT_MM = 9
const SIGNATURE_HEIGHT_MM = 18

interface Column {
  heading: string
  widthMm: number
  read(line: InvoiceLine, number: number): string
}

const columns: readonly Column[] = [
  { heading: 'No.', widthMm: 9, read: (_line, number) => String(number) },
  {
    heading: 'Description',
    widthMm: 57,
    read: ({ description, sku }) => (sku === '' ? description : `${description} (${sku})`),
  },
  { heading: 'HS code', widthMm: 25, read: ({ hsCode }) => hsCode },
  { heading: 'Origin', widthMm: 12, read: ({ originCountry }) => originCountry },
  { heading: 'Pieces', widthMm: 14, read: ({ quantity }) => quantity },
  { heading: 'Net each', widthMm: 18, read: ({ unitWeight }) => unitWeight },
  { heading: 'Value each', widthMm: 21, read: ({ unitValue }) => unitValue },
  { heading: 'Value', widthMm: 24, read: ({ value }) => value },
]

/** Characters of a description → height of its row in mm, which holds them in letters of at least five points, as wide as `W`. */
const rowHeights: readonly (readonly [characters: number, heightMm: number])[] = [
  [30, 6],
  [70, 10],
  [140, 16],
]
const TALLEST_ROW_MM = 28

export function invoicePages(invoice: Invoice): LabelPage[] {
  const pages: LabelElement[][] = [[]]
  let yMm = 15
  const add = (elements: readonly LabelElement[], heightMm: number) => {
    pages.at(-1)?.push(...elements)
    yMm += heightMm
  }
  const startPage = () => {
    pages.push([])
    yMm = 15
    add([text([`Invoice ${invoice.number}`], { yMm, heightMm: 6, sizePt: 9, bold: true })], 8)
  }
  const ensureRoom = (heightMm: number, onNewPage = () => {}) => {
    if (yMm + heightMm <= BOTTOM_MM) return
    startPage()
    onNewPage()
  }
  const addHeading = () => add(tableHeading(yMm), HEADING_HEIGHT_MM)

  const kind = invoice.isProForma ? 'Pro forma invoice' : 'Commercial invoice'
  add([text([kind.toUpperCase()], { yMm, heightMm: 9, sizePt: 18, bold: true })], 10)
  add([text([`No. ${invoice.number} · ${invoice.date}`], { yMm, heightMm: 8, sizePt: 10 })], 10)
  const partyMm = Math.max(...[invoice.sender, invoice.recipient].map(partyHeight))
  const box = { yMm, heightMm: partyMm }
  add([...party('FROM', invoice.sender, LEFT_MM, box), ...party('TO', invoice.recipient, 109, box)], partyMm + 8)
  for (const facts of inRows(invoice.facts)) {
    const heightMm = factHeight(facts)
    ensureRoom(heightMm)
    add(factRow(facts, { yMm, heightMm }), heightMm)
  }
  add([], 4)
  ensureRoom(HEADING_HEIGHT_MM + TALLEST_ROW_MM)
  addHeading()
  for (const [index, line] of invoice.lines.entries()) {
    const heightMm = rowHeight(line)
    ensureRoom(heightMm, addHeading)
    add(tableRow(line, { number: index + 1, yMm, heightMm }), heightMm)
  }
  add([], 3)
  for (const [name, value] of invoice.totals) {
    ensureRoom(ROW_HEIGHT_MM)
    add(total(name, value, yMm), ROW_HEIGHT_MM)
  }
  add([], 4)
  for (const statement of invoice.statements) {
    ensureRoom(STATEMENT_HEIGHT_MM)
    add([text([statement], { yMm, heightMm: STATEMENT_HEIGHT_MM, sizePt: 8 })], STATEMENT_HEIGHT_MM)
  }
  ensureRoom(SIGNATURE_HEIGHT_MM)
  add(signature(invoice.signer, yMm), SIGNATURE_HEIGHT_MM)
  return pages.map((page, index) => [...page, pageNumber(index + 1, pages.length)])
}

type Box = Pick<TextElement, 'yMm' | 'heightMm' | 'sizePt' | 'bold' | 'align'> & { xMm?: number; widthMm?: number }

const text = (lines: readonly string[], box: Box): TextElement => ({
  kind: 'text',
  lines,
  xMm: LEFT_MM,
  widthMm: WIDTH_MM,
  ...box,
})

const rule = (yMm: number): LabelElement => ({ kind: 'rule', xMm: LEFT_MM, yMm, widthMm: WIDTH_MM })

/** Two short facts share a row. */
function inRows(facts: Invoice['facts']): Invoice['facts'][] {
  const isShort = (fact: Invoice['facts'][number]) => fact[1].length <= SHORT_FACT_CHARACTERS
  const short = facts.filter(isShort)
  const pairs = short.flatMap((_, index) => (index % 2 === 0 ? [short.slice(index, index + 2)] : []))
  return [...pairs, ...facts.filter((fact) => !isShort(fact)).map((fact) => [fact])]
}

const rowsIn = (text: string, characters: number): number => Math.max(1, Math.ceil(text.length / characters))

function partyHeight(lines: readonly string[]): number {
  const rows = lines.reduce((sum, line) => sum + rowsIn(line, PARTY_CHARACTERS), 0)
  return Math.min(TALLEST_PARTY_MM, Math.max(LOWEST_PARTY_MM, rows * ROW_HEIGHT_MM))
}

const factHeight = (facts: Invoice['facts']): number =>
  Math.max(...facts.map(([, value]) => rowsIn(value, FACT_CHARACTERS))) * ROW_HEIGHT_MM

const party = (
  title: string,
  lines: readonly string[],
  xMm: number,
  { yMm, heightMm }: { yMm: number; heightMm: number },
): LabelElement[] => [
  text([title], { xMm, yMm, widthMm: HALF_MM, heightMm: 4, sizePt: 7, bold: true }),
  text(lines, { xMm, yMm: yMm + 4, widthMm: HALF_MM, heightMm, sizePt: 9 }),
]

const factRow = (facts: Invoice['facts'], box: { yMm: number; heightMm: number }): LabelElement[] =>
  facts.flatMap(([name, value], index) => {
    const xMm = LEFT_MM + index * 94
    const widthMm = value.length <= SHORT_FACT_CHARACTERS ? 55 : 149
    return [
      text([name], { ...box, xMm, widthMm: 30, heightMm: ROW_HEIGHT_MM, sizePt: 8, bold: true }),
      text([value], { ...box, xMm: xMm + 31, widthMm, sizePt: 8 }),
    ]
  })

function tableHeading(yMm: number): LabelElement[] {
  const cells = inColumns(({ heading }) => heading, { yMm, heightMm: 5, sizePt: 8, bold: true })
  return [...cells, rule(yMm + 5.5)]
}

const tableRow = (
  line: InvoiceLine,
  { number, yMm, heightMm }: { number: number; yMm: number; heightMm: number },
): LabelElement[] =>
  inColumns(({ read }) => read(line, number), { yMm, heightMm: heightMm - 1.5, sizePt: 8, bold: false })

function inColumns(
  read: (column: Column) => string,
  box: { yMm: number; heightMm: number; sizePt: number; bold: boolean },
): LabelElement[] {
  let xMm = LEFT_MM
  return columns.map((column) => {
    const cell = text([read(column)], { ...box, xMm, widthMm: column.widthMm - 2 })
    xMm += column.widthMm
    return cell
  })
}

function rowHeight({ description, sku }: InvoiceLine): number {
  const characters = description.length + sku.length
  return rowHeights.find(([most]) => characters <= most)?.[1] ?? TALLEST_ROW_MM
}

const total = (name: string, value: string, yMm: number): LabelElement[] => [
  text([name], { xMm: 118, yMm, widthMm: 36, heightMm: ROW_HEIGHT_MM, sizePt: 9, bold: true }),
  text([value], { xMm: 156, yMm, widthMm: 39, heightMm: ROW_HEIGHT_MM, sizePt: 9, bold: true }),
]

const signature = (signer: string | null, yMm: number): LabelElement[] => [
  text([signer ?? ''], { yMm: yMm + 4, widthMm: HALF_MM, heightMm: 6, sizePt: 10 }),
  { kind: 'rule', xMm: LEFT_MM, yMm: yMm + 11, widthMm: HALF_MM },
  text(['Place, date, name and signature'], { yMm: yMm + 12, widthMm: HALF_MM, heightMm: 5, sizePt: 7 }),
]

const pageNumber = (page: number, pages: number): LabelElement =>
  text([`Page ${page} of ${pages}`], { yMm: 284, heightMm: 5, sizePt: 7, align: 'center' })
