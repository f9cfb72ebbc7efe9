import { layOutLines } from '@waybill/carriers/label/line-layout'
import { mmToPt } from '@waybill/carriers/label/units'
import { expect, test } from 'vitest'
import { readActualTexts, readText } from '../testing/pdf-reader.ts'
import type { Invoice, InvoiceLine } from './invoice.ts'
import { invoicePages } from './invoice-pages.ts'
import { printInvoice } from './print-invoice.ts'

const aLine = (fields: Partial<InvoiceLine> = {}): InvoiceLine => ({
  description: 'Cotton T-shirt',
  sku: 'TS-1',
  hsCode: '6109100012',
  originCountry: 'PT',
  quantity: '2',
  unitWeight: '0.2 kg',
  unitValue: '12.50 GBP',
  value: '25.00 GBP',
  ...fields,
})

const anInvoice = (lines: readonly InvoiceLine[] = [aLine()]): Invoice => ({
  number: 'INV-7',
  date: '2026-11-29',
  createdAt: new Date('2026-11-29T10:00:00Z'),
  sender: ['Corner Bakery', '12 Market Street', 'LONDON', 'NW1 8AB', 'UNITED KINGDOM', 'EORI GB123456789000'],
  recipient: ['Erika Mustermann', 'Heidestraße 17', '51147 KÖLN', 'GERMANY'],
  facts: [
    ['Order', 'ORDER-1'],
    ['Incoterm', 'DAP'],
    ['Reason for export', 'merchandise'],
  ],
  lines,
  totals: [
    ['Pieces', '2'],
    ['Total value', '25.00 GBP'],
  ],
  statements: ['I declare that all information on this invoice is true and correct.'],
  signer: 'Ada Baker',
})

test('an invoice names the parties, the terms, the goods, their value and the signer', async () => {
  const bytes = await printInvoice(anInvoice())
  const text = await readText(bytes)
  for (const part of [
    'COMMERCIAL INVOICE No. INV-7 · 2026-11-29',
    'FROM Corner Bakery 12 Market Street',
    'EORI GB123456789000',
    'Heidestraße 17 51147 KÖLN GERMANY',
    'Incoterm DAP',
    '1 Cotton T-shirt (TS-1) 6109100012 PT 2 0.2 kg 12.50 GBP 25.00 GBP',
    'Total value 25.00 GBP',
    'Ada Baker',
    'Page 1 of 1',
  ])
    expect(text).toContain(part)
  expect(await printInvoice(anInvoice())).toEqual(bytes)
})

test('goods in every script that labels print are on it', async () => {
  const bytes = await printInvoice(
    anInvoice([aLine({ description: '茶碗 セット' }), aLine({ description: 'قميص قطني' })]),
  )
  expect(readActualTexts(bytes).join(' ')).toContain('茶碗 セット')
})

test('a long list goes on under its heading, and nothing lies below the foot of a page', () => {
  const pages = invoicePages(anInvoice(Array.from({ length: 120 }, () => aLine())))
  expect(pages.length).toBeGreaterThan(3)
  for (const page of pages) {
    const texts = page.filter((element) => element.kind === 'text')
    expect(texts.some(({ lines }) => lines.includes('HS code'))).toBe(true)
    for (const { yMm, heightMm, xMm, widthMm } of texts) {
      expect(yMm + heightMm).toBeLessThanOrEqual(290)
      expect(xMm + widthMm).toBeLessThanOrEqual(196)
    }
  }
})

test.each([
  ['in letters as wide as W', 'W'.repeat(200)],
  ['in ideographs', '茶'.repeat(200)],
])('a description of 200 characters %s is not cut', (_what, description) => {
  const [page = []] = invoicePages(anInvoice([aLine({ description, sku: 'S'.repeat(64) })]))
  const cell = page.find((element) => element.kind === 'text' && element.lines[0]?.startsWith(description))
  if (cell?.kind !== 'text') throw new Error('the description is not on the first page')
  const box = { y: 0, width: mmToPt(cell.widthMm), height: mmToPt(cell.heightMm), size: cell.sizePt }
  const printed = layOutLines(cell.lines, box, (text) => text.length).map(({ text }) => text)
  expect(printed.join('').replaceAll(/\s/g, '')).toBe(cell.lines.join('').replaceAll(/\s/g, ''))
})
