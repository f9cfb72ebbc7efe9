/**
 * Bookings: a shipment is bought with one call, which is sent once. It is found again by its reference through Label Recovery.
 * Source: Shipping.yaml, TrackingCandidate.
 */
import type {
  BookOutcome,
  CarrierAdapter,
  CarrierCall,
  CarrierFailure,
  CarrierJob,
  Failed,
  Label,
} from '../../carrier-adapter.ts'
import { statusByFacts } from '../../mapping/parcel-facts.ts'
import type { VendorClient } from '../../vendor/client.ts'
import { labelContentTypes } from '../../wrappers/readable-documents.ts'
import { describeFailure, getAccountNumber } from './client.ts'
import { upsDescriptor } from './descriptor.ts'
import { recover } from './document-calls.ts'
import { trackShipment } from './job-calls.ts'
import { addressProblems, nameProblems } from './mapping/addresses.ts'
import { goodsDecline } from './mapping/declaration.ts'
import { decode, joinZpl, toParcels, trackingNumberAndPage } from './mapping/jobs.ts'
import { toShipmentRequest } from './mapping/requests.ts'
import { serviceByCode } from './mapping/services.ts'
import { wireRecovery, wireShipment } from './wire.ts'

/** General failure of UPS, transient: it decides nothing. Source: developer.ups.com, "Common Error Codes". */
const GENERAL_FAILURE = '20001'

export const bookingCalls = (client: VendorClient): Pick<CarrierAdapter, 'book' | 'findJob'> => ({
  async book(request, call): Promise<BookOutcome> {
    const service = serviceByCode(request.serviceCode)
    if (service === undefined) return refused('service_unknown', `UPS has no service ${request.serviceCode}.`)
    const problem = [...nameProblems(request), ...addressProblems(request)][0] ?? goodsDecline(request)
    if (problem !== null) return refused(problem.code, problem.message)
    const outcome = await client.send(call, {
      operation: 'book',
      method: 'POST',
      path: '/shipments/v2409/ship',
      timeoutMs: upsDescriptor.timeoutsMs.book,
      reference: request.reference,
      idempotent: false,
      body: toShipmentRequest(request, service.upsCode, getAccountNumber(call.account)),
    })
    const answer = client.written(outcome, wireShipment, ({ shipmentId, labels, numbers, papers }) => ({
      kind: 'booked' as const,
      job: {
        carrierJobId: shipmentId,
        ...trackingNumberAndPage(shipmentId),
        ...toParcels(numbers),
        status: 'assigned' as const,
        driver: null,
        label: joinLabels(labels),
        papers: papers === null ? null : { contentType: labelContentTypes.pdf, bytes: decode(papers) },
        etaFromAt: null,
        etaToAt: null,
      },
    }))
    const isOpen = answer.kind === 'refused' && answer.failure.code === GENERAL_FAILURE
    return isOpen ? { kind: 'unknown', failure: { ...answer.failure, retryable: true } } : answer
  },

  async findJob({ reference }, call) {
    const shipment = { reference, accountNumber: getAccountNumber(call.account) }
    const outcome = await recover(client, call, { operation: 'find', reference, shipment, format: 'zpl' })
    const found = client.read(outcome, wireRecovery, ({ LabelRecoveryResponse: answer }) => {
      const candidates = answer.TrackingCandidate.map(({ TrackingNumber }) => TrackingNumber)
      const shipmentId = answer.ShipmentIdentificationNumber ?? answer.LabelResults[0]?.TrackingNumber ?? null
      const numbers = answer.LabelResults.map(({ TrackingNumber }) => TrackingNumber)
      const images = answer.LabelResults.map(({ LabelImage }) => LabelImage?.GraphicImage ?? null)
      return { kind: 'recovered' as const, shipmentId, candidates, numbers, label: joinZpl(images) }
    })
    if (found.kind === 'failed') return isNoneFound(found) ? { kind: 'not_found' } : found
    const { shipmentId, candidates, numbers, label } = found
    const carrierJobId = shipmentId ?? (candidates.length === 1 ? candidates[0] : null)
    if (carrierJobId === null || carrierJobId === undefined) return ambiguous(candidates.length)
    return { kind: 'found', job: await readJob(client, carrierJobId, { label, numbers }, call) }
  },
})

/** The labels of all packages; null: one is missing or in another form, so that they are fetched. */
function joinLabels(labels: readonly (string | null)[]): Label | null {
  const bytes = joinZpl(labels)
  return bytes === null ? null : { contentType: 'application/zpl', bytes }
}

const refused = (code: string, message: string): { kind: 'refused'; failure: CarrierFailure } => ({
  kind: 'refused',
  failure: describeFailure(code, message),
})

/** A decision of UPS, not of a proxy on the way. UPS publishes no code for a reference that it does not find. */
const isNoneFound = ({ failure: { httpStatus, code } }: Failed): boolean =>
  (httpStatus === 400 || httpStatus === 404) && code !== `http_${httpStatus}`

const ambiguous = (count: number): Failed | { kind: 'not_found' } =>
  count === 0
    ? { kind: 'not_found' }
    : {
        kind: 'failed',
        failure: describeFailure('ambiguous_reference', `UPS has ${count} packages with the reference.`, {
          httpStatus: 200,
        }),
      }

/** A shipment that UPS does not track yet is booked. */
async function readJob(
  client: VendorClient,
  carrierJobId: string,
  { label, numbers }: { label: Buffer | null; numbers: readonly (string | null)[] },
  call: CarrierCall,
): Promise<CarrierJob> {
  const tracked = await trackShipment(client, carrierJobId, { call, operation: 'find', numbers })
  return {
    carrierJobId,
    ...trackingNumberAndPage(carrierJobId),
    ...toParcels(numbers),
    driver: null,
    etaFromAt: null,
    etaToAt: null,
    status: tracked.kind === 'facts' ? statusByFacts(tracked.facts) : 'assigned',
    label: label && { contentType: labelContentTypes.zpl, bytes: label },
  }
}
