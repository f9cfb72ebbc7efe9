/** The document of a manifest, as the simulated carriers print it. Equal manifests give equal bytes. */
import type { CarrierDescriptor } from '@waybill/carriers/carrier-descriptor'
import { LABEL_WIDTH_MM, type LabelPage, type TextElement } from '@waybill/carriers/label/label-document'
import { printLabels } from '@waybill/labels/print'
import type { Manifest } from '../manifests/repository.ts'

const MARGIN_MM = 5
const WIDTH_MM = LABEL_WIDTH_MM - 2 * MARGIN_MM
const ROWS = 24
const PER_PAGE = 2 * ROWS
const ROW_MM = 4

/** The tracking numbers in pages of 48. */
export async function printManifest(
  { name }: CarrierDescriptor,
  { number, shipDate, createdAt }: Manifest,
  trackingNumbers: readonly string[],
): Promise<Buffer> {
  const count = Math.ceil(trackingNumbers.length / PER_PAGE)
  const pages = Array.from({ length: Math.max(1, count) }, (_, index): LabelPage => {
    const rows = trackingNumbers.slice(index * PER_PAGE, (index + 1) * PER_PAGE)
    const half = { yMm: 50, heightMm: ROWS * ROW_MM, sizePt: 9, widthMm: WIDTH_MM / 2 }
    return [
      text([`${name}: manifest ${number}`], { yMm: 5, heightMm: 7, sizePt: 14, bold: true }),
      text([`${shipDate} · ${trackingNumbers.length} labels · page ${index + 1} of ${count}`], BELOW_TITLE),
      { kind: 'code128', text: number, xMm: MARGIN_MM, yMm: 20, widthMm: WIDTH_MM, heightMm: 20 },
      text([number], { yMm: 41, heightMm: 5, sizePt: 10, align: 'center' }),
      { kind: 'rule', xMm: MARGIN_MM, yMm: 48, widthMm: WIDTH_MM },
      text(rows.slice(0, ROWS), half),
      text(rows.slice(ROWS), { ...half, xMm: MARGIN_MM + WIDTH_MM / 2 }),
    ]
  })
  const document = { title: `Manifest ${number}`, createdAt, pages }
  return (await printLabels(document, { format: 'pdf', sheet: '4x6' })).bytes
}

type TextBox = Omit<TextElement, 'kind' | 'lines' | 'xMm' | 'widthMm'> & { xMm?: number; widthMm?: number }

const BELOW_TITLE: TextBox = { yMm: 13, heightMm: 5, sizePt: 9 }

const text = (lines: readonly string[], box: TextBox): TextElement => ({
  kind: 'text',
  lines,
  xMm: MARGIN_MM,
  widthMm: WIDTH_MM,
  ...box,
})
