/** Pure: failures in our words, about what a vendor does not offer or has not said. */
import type { CarrierAdapter, CarrierFailure, LabelOutcome } from '../carrier-adapter.ts'
import { truncateProblem } from '../http/outcome.ts'

/** `httpStatus`: that of the answer that the failure is about; null, the default: there is none. */
type DescribeFailure = (
  code: string,
  message: string,
  about?: { httpStatus?: number | null; retryable?: boolean },
) => CarrierFailure

export const createFailures =
  (carrierCode: string): DescribeFailure =>
  (code, message, { httpStatus = null, retryable = false } = {}) => ({
    carrierCode,
    ...truncateProblem({ code, message }),
    httpStatus,
    retryable,
    retryAfterMs: null,
  })

/** `update` of a carrier that sells labels. */
export const refuseChanges = (describe: DescribeFailure): CarrierAdapter['update'] => {
  const message = 'A bought label cannot be changed. Cancel the booking and book again.'
  return async () => ({ kind: 'refused', failure: describe('not_offered', message) })
}

/** `media` or `label` of a carrier without such documents. */
export const failAsNotOffered = (describe: DescribeFailure, message: string) => async () =>
  ({ kind: 'failed', failure: describe('not_offered', message) }) as const

/** Code of papers for customs that the carrier has made none of, with a label that it has made. */
export const NO_PAPERS = 'no_papers'
/** Code of a label that is made without a code to show instead of it. */
const NO_CODE = 'no_code'
/** Code of documents that the carrier makes of each parcel only. */
export const ONE_PER_PARCEL = 'one_label_per_parcel'
/** Code of a parcel that the job does not have. */
export const PARCEL_UNKNOWN = 'parcel_unknown'

/** Refusals of labels that do not exist. */
export function createLabelRefusals(describe: DescribeFailure) {
  const noSuchLabel = (code: string, message: string): LabelOutcome => ({
    kind: 'no_such_label',
    failure: describe(code, message),
  })
  const noSuchParcel = (count: number): LabelOutcome =>
    noSuchLabel(PARCEL_UNKNOWN, `The job has ${count} ${count === 1 ? 'parcel' : 'parcels'}.`)
  const noPapers = noSuchLabel(NO_PAPERS, 'The carrier has made the label, and no papers for customs.')
  const noCode = noSuchLabel(NO_CODE, 'The carrier has made a label to print, and no code to show instead of it.')
  return { noSuchLabel, noSuchParcel, noPapers, noCode }
}
