/** Bookings: a shipment is bought with one call, which is sent once. */
import type { BookOutcome, CarrierAdapter, CarrierFailure, Label } from '../../carrier-adapter.ts'
import { accountNumberOf, type UpsClient } from './client.ts'
import { upsDescriptor } from './descriptor.ts'
import { refusal } from './failures.ts'
import { addressProblems, nameProblems } from './mapping/addresses.ts'
import { joinZpl, trackingOf } from './mapping/jobs.ts'
import { toShipmentRequest } from './mapping/requests.ts'
import { serviceByCode } from './mapping/services.ts'
import { wireShipment } from './wire.ts'

/** General failure of UPS, transient: it decides nothing. Source: developer.ups.com, "Common Error Codes". */
const GENERAL_FAILURE = '20001'

export const bookingCalls = (client: UpsClient): Pick<CarrierAdapter, 'book'> => ({
  async book(request, call): Promise<BookOutcome> {
    const service = serviceByCode(request.serviceCode)
    if (service === undefined) return refused('service_unknown', `UPS has no service ${request.serviceCode}.`)
    const [problem] = [...nameProblems(request), ...addressProblems(request)]
    if (problem !== undefined) return refused(problem.code, problem.message)
    const outcome = await client.send(call, {
      operation: 'book',
      method: 'POST',
      path: '/shipments/v2409/ship',
      timeoutMs: upsDescriptor.timeoutsMs.book,
      reference: request.reference,
      idempotent: false,
      body: toShipmentRequest(request, service.upsCode, accountNumberOf(call.account)),
    })
    const answer = client.written(outcome, wireShipment, ({ shipmentId, labels }) => ({
      kind: 'booked' as const,
      job: {
        carrierJobId: shipmentId,
        ...trackingOf(shipmentId),
        status: 'assigned' as const,
        driver: null,
        label: labelOf(labels),
        etaFromAt: null,
        etaToAt: null,
      },
    }))
    const isOpen = answer.kind === 'refused' && answer.failure.code === GENERAL_FAILURE
    return isOpen ? { kind: 'unknown', failure: { ...answer.failure, retryable: true } } : answer
  },
})

/** The labels of all packages; null: one is missing or in another form, so that they are fetched. */
function labelOf(labels: readonly (string | null)[]): Label | null {
  const bytes = joinZpl(labels)
  return bytes === null ? null : { contentType: 'application/zpl', bytes }
}

const refused = (code: string, message: string): { kind: 'refused'; failure: CarrierFailure } => ({
  kind: 'refused',
  failure: refusal(code, message),
})
