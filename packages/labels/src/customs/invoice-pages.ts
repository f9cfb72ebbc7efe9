/** Pure: the layout of a commercial invoice on A4: parties, terms, a table of the goods, totals and the signature. */
import type { LabelPage } from '@waybill/carriers/label/label-document'
import type { Invoice, InvoiceLine } from './invoice.ts'
import { type Column, describeLine, openSheets, SIGNATURE_HEIGHT_MM, signature, text } from './sheet.ts'

const columns: readonly Column<InvoiceLine>[] = [
  { heading: 'No.', widthMm: 9, read: (_line, number) => String(number) },
  { heading: 'Description', widthMm: 57, read: describeLine },
  { heading: 'HS code', widthMm: 25, read: ({ hsCode }) => hsCode },
  { heading: 'Origin', widthMm: 12, read: ({ originCountry }) => originCountry },
  { heading: 'Pieces', widthMm: 14, read: ({ quantity }) => quantity },
  { heading: 'Net each', widthMm: 18, read: ({ unitWeight }) => unitWeight },
  { heading: 'Value each', widthMm: 21, read: ({ unitValue }) => unitValue },
  { heading: 'Value', widthMm: 24, read: ({ value }) => value },
]

export function invoicePages(invoice: Invoice): LabelPage[] {
  const sheets = openSheets(`Invoice ${invoice.number}`)
  const kind = invoice.isProForma ? 'Pro forma invoice' : 'Commercial invoice'
  sheets.add((yMm) => [text([kind.toUpperCase()], { yMm, heightMm: 9, sizePt: 18, bold: true })], 10)
  const heading = `No. ${invoice.number} · ${invoice.date}`
  sheets.add((yMm) => [text([heading], { yMm, heightMm: 8, sizePt: 10 })], 10)
  sheets.addParties({ title: 'FROM', lines: invoice.sender }, { title: 'TO', lines: invoice.recipient })
  sheets.addFacts(invoice.facts)
  sheets.skip(4)
  sheets.addTable(columns, invoice.lines)
  sheets.skip(3)
  sheets.addTotals(invoice.totals)
  sheets.skip(4)
  for (const statement of invoice.statements) sheets.addStatement(statement)
  sheets.ensureRoom(SIGNATURE_HEIGHT_MM)
  sheets.add((yMm) => signature(invoice.signer ?? '', 'Place, date, name and signature', yMm), SIGNATURE_HEIGHT_MM)
  return sheets.pages()
}
