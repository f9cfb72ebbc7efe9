/** Prints papers for customs: data in, bytes out, as `print.ts` does labels. Yields to the event loop before each text, and stops with `signal`. */
import type { LabelPage } from '@waybill/carriers/label/label-document'
import { cn22Page } from './cn22-page.ts'
import { cn23Pages } from './cn23-pages.ts'
import type { Invoice } from './invoice.ts'
import { invoicePages } from './invoice-pages.ts'
import type { PostalForms } from './postal-form.ts'

/** A PDF on A4. Equal invoices give equal bytes. */
export async function printInvoice(invoice: Invoice, signal?: AbortSignal): Promise<Buffer> {
  const { renderSheets } = await import('../pdf.ts')
  const { number, createdAt } = invoice
  return await renderSheets({ title: `Invoice ${number}`, createdAt, pages: invoicePages(invoice) }, 'a4', signal)
}

/** The pages of the forms of all parcels. */
export const postalPages = ({ kind, forms }: Pick<PostalForms, 'kind' | 'forms'>): LabelPage[] =>
  kind === 'cn22' ? forms.map(cn22Page) : forms.flatMap(cn23Pages)

/** A PDF with the forms of all parcels: CN 22 on 4 × 6 inches, CN 23 on A4. Equal forms give equal bytes. */
export async function printPostalForms(
  { title, createdAt, ...written }: PostalForms,
  signal?: AbortSignal,
): Promise<Buffer> {
  const { renderSheets } = await import('../pdf.ts')
  const pages = postalPages(written)
  return await renderSheets({ title, createdAt, pages }, written.kind === 'cn22' ? '4x6' : 'a4', signal)
}
