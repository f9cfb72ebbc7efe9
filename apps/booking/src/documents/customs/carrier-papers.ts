/** Papers for customs that a carrier makes on request. */
import type { CarrierAdapter, CarrierCall, Label, LabelOutcome, LabelRequest } from '@waybill/carriers/carrier-adapter'
import { ONE_PER_PARCEL, PARCEL_UNKNOWN } from '@waybill/carriers/vendor/failures'
import { mergeLabels, UnreadableLabel } from '@waybill/labels/foreign/converter'

type Labels = Pick<CarrierAdapter, 'label'>

/** Parcels whose papers are fetched within one request, one after another. */
const MOST_PARCELS = 10

/**
 * The papers of a parcel or of all. Those that the carrier makes of each parcel become one document, if every parcel has some, and
 * there are not too many; else the carrier's refusal stays, which says to ask for each.
 */
export async function fetchPapers(adapter: Labels, request: LabelRequest, call: CarrierCall): Promise<LabelOutcome> {
  const outcome = await adapter.label(request, call)
  const isApart = outcome.kind === 'no_such_label' && outcome.failure.code === ONE_PER_PARCEL
  if (!isApart || request.parcelNumber !== null) return outcome
  const papers: Label[] = []
  for (;;) {
    const own = await adapter.label({ ...request, parcelNumber: papers.length + 1 }, call)
    if (own.kind === 'no_such_label' && own.failure.code === PARCEL_UNKNOWN) break
    if (own.kind === 'no_such_label' || papers.length === MOST_PARCELS) return outcome
    if (own.kind !== 'label') return own
    papers.push(own.label)
  }
  try {
    // Pages keep their size.
    const bytes = await mergeLabels(call.account.environmentId, papers, '4x6')
    return { kind: 'label', label: { contentType: 'application/pdf', bytes } }
  } catch (error) {
    if (error instanceof UnreadableLabel) return outcome
    throw error
  }
}
