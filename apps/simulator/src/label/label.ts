/** The labels that a carrier prints, in every form that it offers. */
import type { Label, LabelForm } from '@waybill/carriers/carrier-adapter'
import { CarrierProblem } from '../problem.ts'
import type { LabelContent } from './page.ts'
import { renderPdf } from './pdf.ts'

export interface LabelOrder extends LabelForm {
  /** Counted from 1; null: all parcels, of an image the first. */
  parcelNumber: number | null
}

/** The same job gives the same bytes, so nothing needs to be stored. Throws 422 for a parcel that is not there. */
export async function renderLabel(content: LabelContent, order: LabelOrder): Promise<Label> {
  const { format, size } = order
  const parcels = parcelsOf(content, order)
  if (format === 'pdf') return { contentType: 'application/pdf', bytes: await renderPdf(content, parcels, size) }
  // Loads a rasterizer that nobody needs who only prints PDF.
  const [{ pngOf, rasterize }, { zplOf }] = await Promise.all([import('./raster.ts'), import('./zpl.ts')])
  const pages = rasterize(await renderPdf(content, parcels, '4x6'))
  if (format === 'zpl') return { contentType: 'application/zpl', bytes: await zplOf(pages) }
  for await (const page of pages) return { contentType: 'image/png', bytes: pngOf(page) }
  throw new Error('the label has no page')
}

function parcelsOf({ job }: LabelContent, { format, parcelNumber }: LabelOrder): number[] {
  if (parcelNumber === null) return format === 'png' ? [0] : job.parcels.map((_, index) => index)
  if (parcelNumber >= 1 && parcelNumber <= job.parcels.length) return [parcelNumber - 1]
  throw new CarrierProblem(422, 'parcel_unknown', `the job has ${job.parcels.length} parcels`)
}
