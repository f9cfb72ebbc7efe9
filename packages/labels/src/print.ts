/** Prints label documents: data in, bytes out. No network, no clock; fonts are read from installed packages. */
import type { LabelDocument, SheetSize } from '@waybill/carriers/label/label-document'

type LabelFormat = 'pdf' | 'zpl' | 'png'

const contentTypes = {
  pdf: 'application/pdf',
  zpl: 'application/zpl',
  png: 'image/png',
} as const satisfies Record<LabelFormat, string>

interface PrintedLabel {
  contentType: string
  bytes: Buffer
}

/**
 * The document in one format. Equal documents give equal bytes.
 * `pdf` has a page per label, of the size of `sheet`. `zpl` has a label format (`^XA…^XZ`) per label, and `png` is an
 * image of the first label; both are 4 × 6 inches at 203 dpi (812 × 1218 dots), whatever the sheet.
 * Throws TypeError for a document without pages. Yields to the event loop before each page.
 */
export async function printLabels(
  document: LabelDocument,
  { format, sheet }: { format: LabelFormat; sheet: SheetSize },
): Promise<PrintedLabel> {
  if (document.pages.length === 0) throw new TypeError(`label document "${document.title}" has no pages`)
  return { contentType: contentTypes[format], bytes: await printBytes(document, format, sheet) }
}

async function printBytes(document: LabelDocument, format: LabelFormat, sheet: SheetSize): Promise<Buffer> {
  // All loaded on demand. The rasterizer needs 30 MB, and many installations print PDF only.
  const { renderPdf } = await import('./pdf.ts')
  if (format === 'pdf') return await renderPdf(document, sheet)
  const [{ toPng, rasterize }, { toZpl }] = await Promise.all([import('./raster.ts'), import('./zpl.ts')])
  if (format === 'zpl') return await toZpl(rasterize(await renderPdf(document, '4x6')))
  const pages = document.pages.slice(0, 1)
  for await (const page of rasterize(await renderPdf({ ...document, pages }, '4x6'))) return toPng(page)
  throw new Error(`the PDF of label document "${document.title}" has no pages`)
}
