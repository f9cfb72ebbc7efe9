/** Prints commercial invoices: data in, bytes out, as `print.ts` does labels. */
import type { Invoice } from './invoice.ts'
import { invoicePages } from './invoice-pages.ts'

/** A PDF on A4. Equal invoices give equal bytes. Yields to the event loop before each text, and stops with `signal`. */
export async function printInvoice(invoice: Invoice, signal?: AbortSignal): Promise<Buffer> {
  const { renderSheets } = await import('../pdf.ts')
  const { number, createdAt } = invoice
  return await renderSheets({ title: `Invoice ${number}`, createdAt, pages: invoicePages(invoice) }, signal)
}
