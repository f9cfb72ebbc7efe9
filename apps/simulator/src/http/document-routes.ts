/** Labels, and the images of proofs of delivery. */
import { printCode } from '@waybill/labels/code'
import type { SimulatorContext } from '../context.ts'
import { printJobLabel } from '../documents/job-label.ts'
import { drawProofImage } from '../documents/proof-images.ts'
import { CarrierProblem } from '../problem.ts'
import { labelQuery } from '../wire/wire.ts'
import { type CarrierRoute, getOwnJob } from './carrier-request.ts'
import { parseBody } from './requests.ts'

export const documentRoutes = (context: SimulatorContext): CarrierRoute[] => [labelRoute(context), proofRoute(context)]

const labelRoute = (context: SimulatorContext): CarrierRoute => ({
  method: 'GET',
  path: '/jobs/:jobId/label',
  operation: 'label',
  async answer(request, caller) {
    const { format, size, parcel = null, document } = parseBody(labelQuery, request.query)
    const { carrier } = caller
    if (!carrier.labels.some((form) => form.format === format && form.size === size)) {
      throw new CarrierProblem(422, 'form_unknown', `${carrier.name} prints no ${format} labels of size ${size}.`)
    }
    const job = await getOwnJob(context, request, caller)
    if (document === 'qr') {
      if (!carrier.options?.returns?.qr)
        throw new CarrierProblem(422, 'code_unknown', `${carrier.name} makes no codes.`)
      return { status: 200, contentType: 'image/png', body: await printCode(job.trackingNumber) }
    }
    const { contentType, bytes } = await printJobLabel(carrier, job, { format, size, parcelNumber: parcel })
    return { status: 200, contentType, body: bytes }
  },
})

const proofRoute = (context: SimulatorContext): CarrierRoute => ({
  method: 'GET',
  path: '/jobs/:jobId/proof/:name',
  operation: 'media',
  async answer(request, caller) {
    const job = await getOwnJob(context, request, caller)
    const { name } = request.params
    // A delivery that was corrected into a return still has its proof.
    const body = job.code === 'DELIVERED' || job.code === 'RETURNED' ? drawProofImage(job.jobId, name) : undefined
    if (!body) throw new CarrierProblem(404, 'proof_unknown', `Job ${job.jobId} has no proof image ${name}.`)
    return { status: 200, contentType: 'image/png', body }
  },
})
