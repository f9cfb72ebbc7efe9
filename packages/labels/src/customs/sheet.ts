/** Pure: parts of papers on A4 that run over several pages: parties, facts, a table and sums. */
import { measureAtMost } from '@waybill/carriers/label/glyphs'
import type { LabelElement, LabelPage, TextElement } from '@waybill/carriers/label/label-document'
import { countRows } from '@waybill/carriers/label/line-layout'
import { mmToPt } from '@waybill/carriers/label/units'

const LEFT_MM = 15
const WIDTH_MM = 180
export const HALF_MM = 86
const TOP_MM = 15
/** The lowest end of what flows. Below it is the number of the page. */
const BOTTOM_MM = 278
export const ROW_HEIGHT_MM = 5
const [LOWEST_PARTY_MM, TALLEST_PARTY_MM] = [28, 200]
/** Characters that surely fit into a row of a party or fact, in letters of five points. */
const [PARTY_CHARACTERS, FACT_CHARACTERS, SHORT_FACT_CHARACTERS] = [44, 80, 28]
const HEADING_HEIGHT_MM = 7
const LONG_ROW_MM = 28

/** Name and value. */
type Fact = readonly [name: string, value: string]

interface Place {
  yMm: number
  heightMm: number
}

type Box = Place & Pick<TextElement, 'sizePt' | 'bold' | 'align'> & { xMm?: number; widthMm?: number }

export const text = (lines: readonly string[], box: Box): TextElement => ({
  kind: 'text',
  lines,
  xMm: LEFT_MM,
  widthMm: WIDTH_MM,
  ...box,
})

const rule = (yMm: number): LabelElement => ({ kind: 'rule', xMm: LEFT_MM, yMm, widthMm: WIDTH_MM })

/** Pages that are filled from the top. `title` heads each but the first. */
export function openSheets(title: string) {
  const pages: LabelElement[][] = [[]]
  let yMm = TOP_MM
  const sheets = {
    /** Places elements that take this height. */
    add(place: (yMm: number) => readonly LabelElement[], heightMm: number): void {
      pages.at(-1)?.push(...place(yMm))
      yMm += heightMm
    },
    skip(heightMm: number): void {
      yMm += heightMm
    },
    /** Goes on with a new page, which begins with `head`, if the rest of this one is too low. */
    ensureRoom(heightMm: number, head = () => {}): void {
      if (yMm + heightMm <= BOTTOM_MM) return
      pages.push([])
      yMm = TOP_MM
      sheets.add((y) => [text([title], { yMm: y, heightMm: 6, sizePt: 9, bold: true })], 8)
      head()
    },
    /** Over the whole width, of two rows at most. */
    addStatement(...lines: readonly string[]): void {
      sheets.ensureRoom(9)
      sheets.add((y) => [text(lines, { yMm: y, heightMm: 9, sizePt: 8 })], 9)
    },
    addFacts(facts: readonly Fact[]): void {
      for (const row of inRows(facts)) {
        const heightMm = factHeight(row)
        sheets.ensureRoom(heightMm)
        sheets.add((y) => factRow(row, { yMm: y, heightMm }), heightMm)
      }
    },
    addTable<Line extends TableLine>(columns: readonly Column<Line>[], lines: readonly Line[]): void {
      const addHeading = () => sheets.add((y) => tableHeading(columns, y), HEADING_HEIGHT_MM)
      const rows = lines.map((line, index) => tableRow(columns, line, index + 1))
      sheets.ensureRoom(HEADING_HEIGHT_MM + (rows[0]?.heightMm ?? 0))
      addHeading()
      for (const { read, heightMm } of rows) {
        sheets.ensureRoom(heightMm, addHeading)
        const box = { heightMm: heightMm - ROW_GAP_MM, sizePt: CELL_PT, bold: false }
        sheets.add((y) => inColumns(columns, read, { ...box, yMm: y }), heightMm)
      }
    },
    addTotals(totals: readonly Fact[]): void {
      for (const [name, value] of totals) {
        sheets.ensureRoom(ROW_HEIGHT_MM)
        sheets.add((y) => total(name, value, y), ROW_HEIGHT_MM)
      }
    },
    /** Two parties beside each other. */
    addParties(...parties: readonly { title: string; lines: readonly string[] }[]): void {
      const heightMm = Math.max(...parties.map(({ lines }) => partyHeight(lines)))
      sheets.add(
        (y) => parties.flatMap((given, index) => party(given, LEFT_MM + index * 94, { yMm: y, heightMm })),
        heightMm + 8,
      )
    },
    pages: (): LabelPage[] => pages.map((page, index) => [...page, pageNumber(index + 1, pages.length)]),
  }
  return sheets
}

/** Two short facts share a row. */
function inRows(facts: readonly Fact[]): Fact[][] {
  const isShort = (fact: Fact) => fact[1].length <= SHORT_FACT_CHARACTERS
  const short = facts.filter(isShort)
  const pairs = short.flatMap((_, index) => (index % 2 === 0 ? [short.slice(index, index + 2)] : []))
  return [...pairs, ...facts.filter((fact) => !isShort(fact)).map((fact) => [fact])]
}

const rowsIn = (content: string, characters: number): number => Math.max(1, Math.ceil(content.length / characters))

function partyHeight(lines: readonly string[]): number {
  const rows = lines.reduce((sum, line) => sum + rowsIn(line, PARTY_CHARACTERS), 0)
  return Math.min(TALLEST_PARTY_MM, Math.max(LOWEST_PARTY_MM, rows * ROW_HEIGHT_MM))
}

const factHeight = (facts: readonly Fact[]): number =>
  Math.max(...facts.map(([, value]) => rowsIn(value, FACT_CHARACTERS))) * ROW_HEIGHT_MM

const party = (
  { title, lines }: { title: string; lines: readonly string[] },
  xMm: number,
  { yMm, heightMm }: Place,
): LabelElement[] => [
  text([title], { xMm, yMm, widthMm: HALF_MM, heightMm: 4, sizePt: 7, bold: true }),
  text(lines, { xMm, yMm: yMm + 4, widthMm: HALF_MM, heightMm, sizePt: 9 }),
]

const factRow = (facts: readonly Fact[], box: Place): LabelElement[] =>
  facts.flatMap(([name, value], index) => {
    const xMm = LEFT_MM + index * 94
    const widthMm = value.length <= SHORT_FACT_CHARACTERS ? 55 : 149
    return [
      text([name], { ...box, xMm, widthMm: 30, heightMm: ROW_HEIGHT_MM, sizePt: 8, bold: true }),
      text([value], { ...box, xMm: xMm + 31, widthMm, sizePt: 8 }),
    ]
  })

/** A line of a table, as high as these two texts need. */
interface TableLine {
  description: string
  sku: string
}

export interface Column<Line> {
  heading: string
  widthMm: number
  read(line: Line, number: number): string
}

/** Points of the texts in a table, and of those that are set as small as can be, in rows of so many mm. */
const [CELL_PT, SMALLEST_CELL_PT, SMALLEST_ROW_MM] = [8, 5, 2.45]
const [COLUMN_GAP_MM, ROW_GAP_MM] = [2, 1.5]

/** Characters of a description → height of its row in mm, which is easy to read. */
const rowHeights: readonly (readonly [characters: number, heightMm: number])[] = [
  [30, 6],
  [70, 10],
  [140, 16],
]

/** The texts of a line, and the height that prints all of them whole. */
function tableRow<Line extends TableLine>(columns: readonly Column<Line>[], line: Line, number: number) {
  const read = (column: Column<Line>) => column.read(line, number)
  const counts = columns.map((column) => {
    const width = mmToPt(column.widthMm - COLUMN_GAP_MM)
    return countRows(read(column), { width, size: SMALLEST_CELL_PT }, measureAtMost)
  })
  const characters = line.description.length + line.sku.length
  const readable = rowHeights.find(([most]) => characters <= most)?.[1] ?? LONG_ROW_MM
  return { read, heightMm: Math.max(readable, Math.max(...counts) * SMALLEST_ROW_MM + ROW_GAP_MM) }
}

/** The description, with the number by which the merchant knows the article. */
export const describeLine = ({ description, sku }: TableLine): string =>
  sku === '' ? description : `${description} (${sku})`

const tableHeading = <Line>(columns: readonly Column<Line>[], yMm: number): LabelElement[] => [
  ...inColumns(columns, ({ heading }) => heading, { yMm, heightMm: 5, sizePt: 8, bold: true }),
  rule(yMm + 5.5),
]

function inColumns<Line>(
  columns: readonly Column<Line>[],
  read: (column: Column<Line>) => string,
  box: Place & { sizePt: number; bold: boolean },
): LabelElement[] {
  let xMm = LEFT_MM
  return columns.map((column) => {
    const cell = text([read(column)], { ...box, xMm, widthMm: column.widthMm - COLUMN_GAP_MM })
    xMm += column.widthMm
    return cell
  })
}

const total = (name: string, value: string, yMm: number): LabelElement[] => [
  text([name], { xMm: 108, yMm, widthMm: 46, heightMm: ROW_HEIGHT_MM, sizePt: 9, bold: true }),
  text([value], { xMm: 156, yMm, widthMm: 39, heightMm: ROW_HEIGHT_MM, sizePt: 9, bold: true }),
]

const pageNumber = (page: number, pages: number): LabelElement =>
  text([`Page ${page} of ${pages}`], { yMm: 284, heightMm: 5, sizePt: 7, align: 'center' })

export const SIGNATURE_HEIGHT_MM = 18

/** A line to sign on; `signed`: printed above it. */
export const signature = (signed: string, hint: string, yMm: number): LabelElement[] => [
  text([signed], { yMm: yMm + 2, widthMm: HALF_MM, heightMm: 8, sizePt: 10 }),
  { kind: 'rule', xMm: LEFT_MM, yMm: yMm + 11, widthMm: HALF_MM },
  text([hint], { yMm: yMm + 12, widthMm: HALF_MM, heightMm: 5, sizePt: 7 }),
]
