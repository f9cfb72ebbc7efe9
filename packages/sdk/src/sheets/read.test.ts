import { expect, test } from 'vitest'
import { decodeText, type Encoding, isGuessed } from './decode.ts'
import { SheetError } from './problems.ts'
import { readSheet, readSheetText } from './read.ts'
import { BYTE_ORDER_MARK, writeRows } from './write.ts'

const TEXT = 'Name;Stadt\nJürgen Müller;Köln'
const swapped = (bytes: Buffer) => Buffer.from(bytes).swap16()

test.each([
  ['UTF-8', Buffer.from(TEXT)],
  ['UTF-8 with a mark', Buffer.from(`\u{feff}${TEXT}`)],
  ['UTF-16 LE', Buffer.from(TEXT, 'utf16le')],
  ['UTF-16 LE with a mark', Buffer.from(`\u{feff}${TEXT}`, 'utf16le')],
  ['UTF-16 BE', swapped(Buffer.from(TEXT, 'utf16le'))],
  ['UTF-16 BE with a mark', swapped(Buffer.from(`\u{feff}${TEXT}`, 'utf16le'))],
  ['windows-1252', Buffer.from(TEXT, 'latin1')],
])('%s is read', (_, bytes) => {
  expect(readSheet(bytes)).toEqual({
    headings: ['Name', 'Stadt'],
    rows: [{ line: 2, cells: ['Jürgen Müller', 'Köln'] }],
    notes: [],
  })
})

test('the euro sign and quotation marks of windows-1252 are read', () => {
  const bytes = Buffer.concat([Buffer.from('a,b\n'), Buffer.from([0x80, 0x2c, 0x84, 0x93])])
  expect(readSheet(bytes).rows[0]?.cells).toEqual(['€', '„“'])
})

test('other encodings of spreadsheets are read when they are named', () => {
  const read = (bytes: number[], encoding: Encoding) =>
    readSheetText(decodeText(Uint8Array.from(bytes), encoding)).headings
  expect(read([0xa3, 0xf3, 0x64, 0x9f], 'windows-1250')).toEqual(['Łódź'])
  expect(read([0x93, 0x8c, 0x8b, 0x9e], 'shift_jis')).toEqual(['東京'])
  expect([isGuessed(Buffer.from(TEXT)), isGuessed(Buffer.from(TEXT, 'latin1'))]).toEqual([false, true])
})

test.each([
  ['comma', 'a,b\n1,"x;y;z"'],
  ['semicolon', 'a;b\n1;x'],
  ['semicolon beside decimal commas', 'a;b;c\n1,5;2,5;3,5\n1,5;2,5;3,5'],
  ['tab', 'a\tb\nx, y\tz, w'],
  ['CRLF', 'a,b\r\n1,2\r\n'],
  ['CR', 'a,b\r1,2\r3,4'],
  ['a line that names the separator', 'sep=;\na;b\n1;2'],
])('cells are found by %s', (_, text) => {
  const { headings, rows } = readSheetText(text)
  expect(headings.slice(0, 2)).toEqual(['a', 'b'])
  expect(rows[0]?.cells).toHaveLength(headings.length)
})

test('rows have the numbers of the spreadsheet; rows of separators and titles above the headings are left out', () => {
  const text = '\r\nOrders of May\r\n,,\r\nName,Note,\r\nAda,"two\r\nlines"\r\n,,\r\n  ,\t,\r\nGrace,x,\r\n'
  expect(readSheetText(text)).toEqual({
    headings: ['Name', 'Note'],
    rows: [
      { line: 5, cells: ['Ada', 'two\nlines'] },
      { line: 8, cells: ['Grace', 'x', ''] },
    ],
    notes: [],
  })
})

test('quotation marks in columns between tabs are a part of the text', () => {
  expect(readSheetText('a\tb\n"Big" box\t5" knife').rows[0]?.cells).toEqual(['"Big" box', '5" knife'])
})

test('titles of several cells are above the headings, too', () => {
  const text = 'Orders,May,2026\n\nOrder ID,Ship Name,Colour\nA-1,Ada,red'
  expect(readSheetText(text)).toMatchObject({ headings: ['Order ID', 'Ship Name', 'Colour'], rows: [{ line: 4 }] })
})

test.each([
  ["'02138", '02138'],
  ['"=""02138"""', '02138'],
  ['="02138"', '02138'],
  ["'+44 20 7946 0018", '+44 20 7946 0018'],
  ["'=1+1", '=1+1'],
  ["'t Hooft", "'t Hooft"],
  ["'s-Hertogenbosch", "'s-Hertogenbosch"],
  ["O'Brien", "O'Brien"],
])('the cell %s is %s', (written, read) => {
  expect(readSheetText(`a,b\n${written},x`).rows[0]?.cells[0]).toBe(read)
})

test.each(['=1+1', '+44', '-5', '@x', "'02138", "'=1", "''1", "'t Hooft", 'a,"b"\nc', 'Köln', ' x'])(
  '%j is the same after writing and reading',
  (cell) => {
    const text =
      BYTE_ORDER_MARK +
      writeRows([
        ['a', 'b'],
        [cell, 'x'],
      ])
    expect(readSheet(Buffer.from(text)).rows[0]?.cells[0]).toBe(cell.trim())
  },
)

test.each(['x;=HYPERLINK(1+1)', 'x\t=1+1', 'a;b', 'a|@x'])('%j is one cell for every separator', (cell) => {
  expect(writeRows([['a', cell]])).toBe(`a,"${cell}"\r\n`)
})

test.each([
  [Buffer.from('PK\u0003\u0004…'), 'The file is a workbook.'],
  [Buffer.concat([Buffer.from(`\u{feff}a,b\n`), Buffer.from([0xfc])]), 'The file is damaged'],
  [Buffer.from('a,b\n1,2\n"3,4\n5,6'), 'Row 3 has a quotation mark that is not closed'],
])('%s is refused', (bytes, message) => {
  expect(() => readSheet(bytes)).toThrow(SheetError)
  expect(() => readSheet(bytes)).toThrow(message)
})

test('an empty file has nothing', () => {
  expect(readSheetText('')).toEqual({ headings: [], rows: [], notes: [] })
})

test.each([
  ['"3","record(s) downloaded,from ","Nov-01-26"," to ","Nov-25-26"'],
  ['3 record(s) downloaded'],
  ['Seller ID : bakery'],
  ['Total,,,,,,,,33.00'],
])('the row %s below the orders is no order', (note) => {
  const text = `Order,Name,Street,City,Zip,Country,Quantity,Currency,Total\n1,Total,1 Main St,Boston,02138,US,1,USD,33.00\n${note}`
  const { rows, notes } = readSheetText(text)
  expect([rows.map(({ line }) => line), notes.map(({ line }) => line)]).toEqual([[2], [3]])
})

test('of two columns with one known heading, each row has the one that is filled', () => {
  const { headings, rows } = readSheetText('Order,Name,City,Name,x,x\nA,Ada,Rome,,1,2\nB,,Rome,Bob,,\nC,Cy,Rome,Cy,,')
  expect(headings).toEqual(['Order', 'Name', 'City', '', 'x', 'x'])
  expect(rows.map(({ cells }) => cells.slice(0, 4))).toEqual([
    ['A', 'Ada', 'Rome', ''],
    ['B', 'Bob', 'Rome', ''],
    ['C', 'Cy', 'Rome', ''],
  ])
  expect(readSheetText('Order,City,City\nA,,=T("x")').rows[0]?.formulas).toEqual([1])
  const differing = () => readSheetText('Order,Name,Order\n1,2,3')
  expect(differing).toThrow('Two columns are called Order, with two values in row 2.')
})
