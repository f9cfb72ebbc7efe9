import { measureAtMost } from '@waybill/carriers/label/glyphs'
import { LABEL_HEIGHT_MM, LABEL_WIDTH_MM, type LabelPage } from '@waybill/carriers/label/label-document'
import { findCuts } from '@waybill/carriers/label/line-layout'
import { mmToPt } from '@waybill/carriers/label/units'
import { expect, test } from 'vitest'
import { readActualTexts, readText } from '../testing/pdf-reader.ts'
import { cn22Page, fitsCn22 } from './cn22-page.ts'
import { cn23Pages } from './cn23-pages.ts'
import type { PostalForm, PostalFormKind, PostalLine } from './postal-form.ts'
import { printPostalForms } from './print-papers.ts'

const aLine = (fields: Partial<PostalLine> = {}): PostalLine => ({
  description: 'Cotton T-shirt',
  sku: 'TS-1',
  quantity: '2',
  netWeight: '0.400 kg',
  value: '25.00 GBP',
  hsCode: '6109100012',
  originCountry: 'PT',
  ...fields,
})

const aForm = (fields: Partial<PostalForm> = {}): PostalForm => ({
  itemNumber: 'RR123456785GB',
  reference: 'ORDER-1',
  sender: ['Corner Bakery', '12 Market Street', 'LONDON', 'NW1 8AB', 'UNITED KINGDOM', 'EORI GB123456789000'],
  recipient: ['Erika Mustermann', 'Heidestraße 17', '51147 KÖLN', 'GERMANY', '+49221123456'],
  category: 'sale',
  explanation: '',
  lines: [
    aLine(),
    aLine({ description: 'Leather belt', sku: '', quantity: '1', value: '30.00 GBP', hsCode: '420330' }),
  ],
  grossWeight: '0.900 kg',
  totalValue: '55.00 GBP',
  postage: '12.40 GBP',
  invoiceNumber: 'INV-7',
  facts: [['If undeliverable', 'return']],
  signed: '2026-11-29 Ada Baker',
  ...fields,
})

const print = (kind: PostalFormKind, ...forms: PostalForm[]) =>
  printPostalForms({ kind, title: 'Form', createdAt: new Date('2026-11-29T10:00:00Z'), forms })

test('a CN 22 has category, contents, weights, values and the signature on a label', async () => {
  const bytes = await print('cn22', aForm())
  const text = await readText(bytes)
  for (const part of [
    'CN 22',
    'Item No. RR123456785GB Reference ORDER-1',
    '[X] Sale of goods',
    '2 × Cotton T-shirt (TS-1) 0.400 kg 25.00 GBP 6109100012 PT',
    'Total weight (6) 0.900 kg Total value (7) 55.00 GBP',
    'I certify that',
    '2026-11-29 Ada Baker',
  ])
    expect(text).toContain(part)
  expect(text.match(/\[X\]/g)).toHaveLength(1)
  expect(await print('cn22', aForm())).toEqual(bytes)
})

test('a CN 23 has both parties, contents, charges, papers and the signature', async () => {
  const text = await readText(await print('cn23', aForm({ reference: 'ORDER-1 · parcel 2 of 2' }), aForm()))
  for (const part of [
    'CN 23',
    'EORI GB123456789000',
    '51147 KÖLN GERMANY +49221123456',
    'Cotton T-shirt (TS-1) 2 0.400 kg 25.00 GBP 6109100012 PT',
    'Postal charges / Fees (9) 12.40 GBP',
    'Invoice No. (14) INV-7',
    'If undeliverable return',
    '2026-11-29 Ada Baker',
    'ORDER-1 · parcel 2 of 2',
  ])
    expect(text).toContain(part)
})

test.each(['cn22', 'cn23'] as const)('goods in every script that labels print are on a %s', async (kind) => {
  const bytes = await print(kind, aForm({ lines: [aLine({ description: '茶碗 セット' })], signed: 'قميص' }))
  expect(readActualTexts(bytes).join(' ')).toContain('茶碗 セット')
})

const boxes = (pages: readonly LabelPage[]) =>
  pages.flatMap((page) => page.flatMap((element) => (element.kind === 'text' ? [element] : [])))

const cutTexts = (pages: readonly LabelPage[]) =>
  boxes(pages).filter(({ lines, widthMm, heightMm, sizePt: size }) => {
    const box = { y: 0, width: mmToPt(widthMm), height: mmToPt(heightMm), size }
    return lines.join('') !== '' && findCuts(lines, box, measureAtMost).size > 0
  })

const longest = (): PostalForm => {
  const taxIds = Array.from({ length: 20 }, () => `NATIONAL ID ${'W'.repeat(40)} (GB)`)
  const party = [...[200, 200, 300, 300, 100, 132].map((length) => 'W'.repeat(length)), ...taxIds]
  const line = aLine({
    description: 'W'.repeat(200),
    sku: 'W'.repeat(64),
    quantity: '100000',
    netWeight: '999999.999 kg',
    value: '1000000000.00 GBP',
    hsCode: '610910001234567',
  })
  return aForm({
    itemNumber: 'W'.repeat(128),
    reference: `${'W'.repeat(128)} · parcel 99 of 99`,
    sender: party,
    recipient: party,
    category: 'other',
    explanation: 'W'.repeat(255),
    lines: [line],
    grossWeight: '999999.999 kg',
    totalValue: '1000000000.00 GBP',
    postage: '1000000000.00 GBP',
    invoiceNumber: 'W'.repeat(35),
    facts: [['Export filing', 'W'.repeat(50)]],
    signed: `2026-11-29 ${'W'.repeat(100)}`,
  })
}

test('the longest texts that the API accepts are not cut, in capital letters', () => {
  expect(fitsCn22(longest())).toBe(true)
  expect(cutTexts([cn22Page(longest())])).toEqual([])
  const wide = { ...longest(), lines: [aLine({ description: '茶'.repeat(200) }), ...longest().lines] }
  expect(cutTexts(cn23Pages(wide))).toEqual([])
})

test.each(['BAUMWOLLHANDSCHUH ', 'WWWWWWWWWWWW ', 'WWWWWWWWWWWWWWWWWWWWWW ', 'Handschuhe aus Baumwolle ', 'W'])(
  'texts of the words %s are not cut on a CN 22 that has room for them',
  (word) => {
    const repeat = (length: number) => word.repeat(length).slice(0, length).trimEnd()
    for (const length of [187, 200, 50, 75, 100, 125, 150]) {
      const form = aForm({
        reference: repeat(128),
        explanation: repeat(255),
        lines: [aLine({ description: repeat(length), sku: '' })],
      })
      expect(fitsCn22(form)).toBe(true)
      expect(cutTexts([cn22Page(form)])).toEqual([])
    }
  },
)

test('nothing lies outside of a label or of a page, and more than a label holds needs a CN 23', () => {
  const many = (count: number) =>
    aForm({ explanation: 'W'.repeat(255), lines: Array.from({ length: count }, () => aLine()) })
  const most = Array.from({ length: 30 }, (_, count) => count + 1).findLast((count) => fitsCn22(many(count))) ?? 0
  expect(most).toBeGreaterThan(7)
  for (const { xMm, yMm, widthMm, heightMm } of boxes([cn22Page(many(most))])) {
    expect(xMm + widthMm).toBeLessThanOrEqual(LABEL_WIDTH_MM - 3)
    expect(yMm + heightMm).toBeLessThanOrEqual(LABEL_HEIGHT_MM - 3)
  }
  const rows = boxes([cn22Page(many(most))]).filter(({ lines }) => lines.join('').startsWith('2 ×'))
  for (const { yMm, heightMm } of rows) expect(yMm + heightMm).toBeLessThanOrEqual(116)
  const pages = cn23Pages(many(100))
  expect(pages.length).toBeGreaterThan(2)
  for (const { xMm, yMm, widthMm, heightMm } of boxes(pages)) {
    expect(xMm + widthMm).toBeLessThanOrEqual(196)
    expect(yMm + heightMm).toBeLessThanOrEqual(290)
  }
})
