/** Labels, and the photos and signatures of proofs of delivery. */
import type { CarrierAdapter, CarrierFailure } from '../../carrier-adapter.ts'
import { isSuccess } from '../../http/outcome.ts'
import { createFailures } from '../../vendor/failures.ts'
import { labelContentTypes } from '../../wrappers/readable-documents.ts'
import { jobPath, type SimulatorClient } from './client.ts'

/** Codes for a parcel that the job does not have, and for a form that the carrier does not print. */
const NO_SUCH_LABEL = new Set(['parcel_unknown', 'form_unknown', 'code_unknown'])

const PROOF_PATH = /^\/jobs\/[\w-]+\/proof\/[\w-]+\.png$/

export const documentCalls = ({
  get,
  failed,
  readProblem,
  descriptor: { carrierCode },
}: SimulatorClient): Pick<CarrierAdapter, 'label' | 'media'> => ({
  async label({ carrierJobId, format, size, parcelNumber, document }, call) {
    const code = document === 'qr' && { document }
    const query = new URLSearchParams({ format, size, ...code, ...(parcelNumber && { parcel: String(parcelNumber) }) })
    const path = `${jobPath(carrierJobId)}/label?${query}`
    const outcome = await get(call, { operation: 'label', path, reference: carrierJobId })
    const problem = readProblem(outcome)
    if (problem && NO_SUCH_LABEL.has(problem.code)) return { kind: 'no_such_label', failure: failed(outcome).failure }
    if (!isSuccess(outcome)) return failed(outcome)
    return { kind: 'label', label: { contentType: labelContentTypes[code ? 'png' : format], bytes: outcome.body } }
  },

  async media(url, call) {
    if (!PROOF_PATH.test(url)) return { kind: 'failed', failure: foreignAddress(carrierCode) }
    const outcome = await get(call, { operation: 'media', path: url })
    if (!isSuccess(outcome)) return failed(outcome)
    return { kind: 'media', media: { contentType: 'image/png', bytes: outcome.body } }
  },
})

const foreignAddress = (carrierCode: string): CarrierFailure =>
  createFailures(carrierCode)(
    'media_address_unknown',
    'The address of the photo or signature is not on the carrier’s host.',
  )
