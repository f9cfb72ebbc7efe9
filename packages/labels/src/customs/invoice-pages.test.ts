import { measureAtMost } from '@waybill/carriers/label/glyphs'
import { findCuts } from '@waybill/carriers/label/line-layout'
import { mmToPt } from '@waybill/carriers/label/units'
import { expect, test } from 'vitest'
import { readActualTexts, readText } from '../testing/pdf-reader.ts'
import type { Invoice, InvoiceLine } from './invoice.ts'
import { invoicePages } from './invoice-pages.ts'
import { printInvoice } from './print-papers.ts'

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
  isProForma: false,
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

test('the longest texts that the API accepts are not cut, in capital letters', () => {
  const taxIds = Array.from({ length: 20 }, () => `NATIONAL ID ${'W'.repeat(40)} (GB)`)
  const party = [...[200, 200, 300, 300, 100, 132].map((length) => 'W'.repeat(length)), ...taxIds]
  const line = aLine({ description: 'W'.repeat(200), sku: 'W'.repeat(64), unitValue: '1000000000.00 GBP' })
  const invoice: Invoice = {
    ...anInvoice([line, { ...line, description: '茶'.repeat(200) }]),
    number: `${'W'.repeat(128)} / 99`,
    sender: party,
    recipient: party,
    facts: [128, 28, 29, 255, 50, 60].map((length) => ['Reason for export', 'W'.repeat(length)]),
    signer: 'W'.repeat(100),
  }
  expect(findCutTexts(invoice)).toEqual([])
})

test.each([19, 20, 24, 30])('descriptions of words of %i wide letters are not cut', (length) => {
  const words = (characters: number) => `${'W'.repeat(length)} `.repeat(12).slice(0, characters).trim()
  const lines = [130, 140, 170, 200].flatMap((characters) =>
    ['', 'W'.repeat(64)].map((sku) => aLine({ description: words(characters), sku })),
  )
  expect(findCutTexts(anInvoice(lines))).toEqual([])
})

const findCutTexts = (invoice: Invoice) =>
  invoicePages(invoice)
    .flat()
    .flatMap((element) => (element.kind === 'text' ? [element] : []))
    .filter(({ lines, widthMm, heightMm, sizePt: size }) => {
      const box = { y: 0, width: mmToPt(widthMm), height: mmToPt(heightMm), size }
      return findCuts(lines, box, measureAtMost).size > 0
    })
