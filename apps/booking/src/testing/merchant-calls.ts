/** A merchant with a new environment, calling the services as the gateway does. */
import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { SIGNATURE_HEADER, signCallback, simulatedAccountSecret } from '@waybill/carriers/adapters/simulated/signature'
import { defaultCarrierAccountId } from '@waybill/carriers/shipment-request'
import { type CallContext, contextMessage, systemContext } from '@waybill/chassis/rpc/call-context'
import type { RpcFile } from '@waybill/chassis/rpc/file-stream'
import type { PublicBooking } from '@waybill/contracts/booking'
import type { GetLabelRequest } from '@waybill/contracts/gen/waybill/booking/v1/GetLabelRequest'
import type { Answer__Output } from '@waybill/contracts/gen/waybill/common/v1/Answer'
import { newId } from '@waybill/contracts/ids'
import type { PublicQuote } from '@waybill/contracts/quote'
import { type PublicShipment, type Shipment, shipmentFromMessage } from '@waybill/contracts/shipment'
import type { PublicFault } from '@waybill/contracts/simulator'
import type { PublicTimelineEntry } from '@waybill/contracts/timeline'
import { aShipmentDocument } from '@waybill/testing/builders'
import type { BookingSystem, RunningBooking } from './booking-system.ts'
import { SIMULATOR_KEY } from './peer-services.ts'

/** A call-back of a simulated carrier, by default of a courier on the way to the pickup. */
const aWireFact = (overrides: object) => ({
  id: newId('evt'),
  job_id: 'job_unknown',
  reference: 'unknown',
  code: 'TO_PICKUP',
  detail: null,
  description: null,
  occurred_at: new Date().toISOString(),
  utc_offset_minutes: null,
  location: null,
  driver: null,
  eta: null,
  proof: null,
  ...overrides,
})

export interface Given {
  key?: string
  timeoutMs?: number
  ifMatch?: string
  livemode?: boolean
  scopes?: string[]
}

/** A job as the simulator's admin API shows it. */
interface SimulatedJob {
  id: string
  reference: string
  idempotency_key: string
  code: string
  ready_at: string
  carrier_code: string
}

export const getData = <T>(answer: Answer__Output): T => JSON.parse(answer.body.toString()).data

/** Reads a label, photo or signature to its end. */
export async function readFile(given: Promise<RpcFile>) {
  const { contentType, bytes } = await given
  return { content_type: contentType, content: await buffer(bytes) }
}

export function aMerchant(system: BookingSystem, booking: RunningBooking, environmentId = newId('env')) {
  function context(
    route: string,
    body: Buffer,
    { key, ifMatch, timeoutMs = 15_000, livemode = false, scopes = [] }: Given = {},
  ): CallContext {
    return {
      ...systemContext({ environmentId, merchantId: 'mer_1', livemode, timeoutMs }),
      scopes,
      idempotencyKey: key ?? null,
      ifMatch: ifMatch ?? null,
      route,
      bodyHash: createHash('sha256').update(route).update(body).digest('hex'),
    }
  }
  const bytes = (document: object) => Buffer.from(JSON.stringify(document))
  const read = () => contextMessage(context('GET', Buffer.alloc(0)))

  const merchant = {
    environmentId,
    async ship(overrides: Record<string, unknown> = {}): Promise<PublicShipment> {
      const document = bytes(aShipmentDocument({ merchant_order_ref: newId('op'), ...overrides }))
      return getData(
        await system.shipments.Create({ context: contextMessage(context('POST /shipments', document)), document }),
      )
    },
    async shipNow(overrides: Record<string, unknown> = {}): Promise<PublicShipment> {
      const document = bytes(aShipmentDocument({ merchant_order_ref: newId('op'), ...overrides }))
      const at = contextMessage(context('POST /shipments/on-demand', document))
      return getData(await system.shipments.Create({ context: at, document, on_demand: true }))
    },
    async quote(shipmentId: string): Promise<PublicQuote> {
      const document = bytes({ shipment_id: shipmentId })
      return getData(
        await system.quotes.Create({ context: contextMessage(context('POST /quotes', document)), document }),
      )
    },
    /** A new shipment with an option of the carrier. */
    async offer(carrierCode = 'city_van', overrides: Record<string, unknown> = {}) {
      const { shipment_id: shipmentId } = await merchant.ship(overrides)
      const { quote_id: quoteId, options } = await merchant.quote(shipmentId)
      const option = options.find(({ carrier_code }) => carrier_code === carrierCode)
      if (option === undefined) throw new Error(`${carrierCode} has made no offer`)
      return { shipmentId, quoteId, optionId: option.quote_option_id }
    },
    book(shipmentId: string, optionId: string, given?: Given): Promise<Answer__Output> {
      const document = bytes({ quote_option_id: optionId })
      const at = contextMessage(context(`POST /shipments/${shipmentId}/book`, document, given))
      return booking.client.Book({ context: at, shipment_id: shipmentId, document }, { timeoutMs: 30_000 })
    },
    cancel(shipmentId: string, given?: Given): Promise<Answer__Output> {
      const document = bytes({ reason_code: 'customer_request', reason_note: 'Ordered twice' })
      const at = contextMessage(context(`POST /shipments/${shipmentId}/cancel`, document, given))
      return booking.client.CancelShipment({ context: at, shipment_id: shipmentId, document }, { timeoutMs: 30_000 })
    },
    cancelBooking(bookingId: string, given?: Given): Promise<Answer__Output> {
      const document = bytes({ reason_code: 'customer_request', reason_note: 'Found a cheaper one' })
      const at = contextMessage(context(`POST /bookings/${bookingId}/cancel`, document, given))
      return booking.client.CancelBooking({ context: at, booking_id: bookingId, document }, { timeoutMs: 30_000 })
    },
    update(shipmentId: string, patch: object, given?: Given): Promise<Answer__Output> {
      const document = bytes(patch)
      const at = contextMessage(context(`PATCH /shipments/${shipmentId}`, document, given))
      return booking.client.UpdateShipment({ context: at, shipment_id: shipmentId, document }, { timeoutMs: 30_000 })
    },
    advance(shipmentId: string, body: object = {}, given?: Given): Promise<Answer__Output> {
      const document = bytes(body)
      const at = contextMessage(context(`POST /simulator/shipments/${shipmentId}/advance`, document, given))
      return booking.client.Advance({ context: at, shipment_id: shipmentId, document })
    },
    readContext: read,
    writeContext: (route: string, key?: string) => contextMessage(context(route, Buffer.alloc(0), { key })),
    async booking(bookingId: string): Promise<PublicBooking> {
      return getData(await booking.client.Get({ context: read(), booking_id: bookingId }))
    },
    /** The version of a booking, for If-Match. */
    async readVersion(bookingId: string): Promise<string> {
      return (await booking.client.Get({ context: read(), booking_id: bookingId })).etag
    },
    /** Fetches the label in a form; `anonymous`: without a token. */
    label(bookingId: string, query: Partial<GetLabelRequest>, { anonymous = false } = {}) {
      const noEnvironment = { environmentId: '', merchantId: '' }
      const caller = contextMessage({ ...context('GET', Buffer.alloc(0)), ...(anonymous && noEnvironment) })
      return readFile(booking.client.GetLabel({ context: caller, booking_id: bookingId, ...query }))
    },
    openLabelFile(bookingId: string) {
      return booking.client.GetLabel({ context: read(), booking_id: bookingId })
    },
    media(bookingId: string, name: string) {
      return readFile(merchant.openFile(bookingId, name))
    },
    openFile(bookingId: string, name: string) {
      return booking.client.GetProofMedia({ context: read(), booking_id: bookingId, name })
    },
    /** Opens the signed URL of a label without a token; `document`: one beside the label. */
    openLabel(url: string, document = '') {
      const { pathname, searchParams } = new URL(url)
      const bookingId = pathname.split('/').at(-2) ?? ''
      return merchant.label(
        bookingId,
        {
          environment_id: searchParams.get('environment') ?? '',
          expires_unix_seconds: Number(searchParams.get('expires')),
          signature: searchParams.get('signature') ?? '',
          document,
        },
        { anonymous: true },
      )
    },
    /** Revokes the signed URLs of the label and the proof. */
    async revokeLinks(bookingId: string, given?: Given): Promise<Answer__Output> {
      const at = contextMessage(context(`POST /bookings/${bookingId}/document-links/revoke`, Buffer.alloc(0), given))
      return await booking.client.RevokeDocumentLinks({ context: at, booking_id: bookingId })
    },
    /** Opens a signed URL of a photo or a signature without a token. */
    openMedia(url: string) {
      const { pathname, searchParams } = new URL(url)
      const [, bookingId = '', name = ''] = /\/bookings\/([^/]+)\/proof\/(.+)$/.exec(pathname) ?? []
      const caller = { ...context('GET', Buffer.alloc(0)), environmentId: '', merchantId: '' }
      return readFile(
        booking.client.GetProofMedia({
          context: contextMessage(caller),
          booking_id: bookingId,
          name,
          environment_id: searchParams.get('environment') ?? '',
          expires_unix_seconds: Number(searchParams.get('expires')),
          signature: searchParams.get('signature') ?? '',
        }),
      )
    },
    async shipment(shipmentId: string): Promise<PublicShipment> {
      return getData(await system.shipments.Get({ context: read(), shipment_id: shipmentId }))
    },
    /** The shipment's timeline. */
    async timeline(shipmentId: string): Promise<PublicTimelineEntry[]> {
      return getData(await system.shipments.ListEvents({ context: read(), shipment_id: shipmentId }))
    },
    /** The shipment as the booking service gets it, with its claim. */
    async heldShipment(shipmentId: string): Promise<Shipment> {
      return shipmentFromMessage(await system.shipments.Find({ context: read(), shipment_id: shipmentId }))
    },
    /** All quotes of the shipment, newest first. */
    async quotes(shipmentId: string): Promise<PublicQuote[]> {
      return getData(await system.quotes.List({ context: read(), shipment_id: shipmentId }))
    },
    async readQuote(quoteId: string): Promise<PublicQuote> {
      return getData(await system.quotes.Get({ context: read(), quote_id: quoteId }))
    },
    planFault(body: object, given?: Given): Promise<Answer__Output> {
      const document = bytes(body)
      const at = contextMessage(context('POST /simulator/faults', document, given))
      return booking.client.PlanFault({ context: at, document })
    },
    async faults(): Promise<PublicFault[]> {
      return getData(await booking.client.ListFaults({ context: read() }))
    },
    removeFault(faultId: string, given?: Given): Promise<Answer__Output> {
      const at = contextMessage(context(`DELETE /simulator/faults/${faultId}`, Buffer.alloc(0), given))
      return booking.client.RemoveFault({ context: at, fault_id: faultId })
    },
    /** Makes the next calls of the carrier by this merchant fail, as a tester of the simulator plans it. */
    async fault(
      operation: 'draft' | 'book' | 'cancel' | 'update' | 'track' | 'find' | 'label' | 'media',
      mode: string,
      times = 1,
      carrierCode = 'city_van',
      delayMs?: number,
    ) {
      await system.simulator('POST', '/faults', {
        carrier_account_id: defaultCarrierAccountId(environmentId, carrierCode),
        operation,
        mode,
        times,
        delay_ms: delayMs,
      })
    },
    /** Sends a call-back with a fact, signed with the account's secret or `secret`. Resolves to the number of new facts. */
    async report(carrierCode: string, fact: object, secret?: string): Promise<number> {
      const carrierAccountId = defaultCarrierAccountId(environmentId, carrierCode)
      const body = bytes(aWireFact(fact))
      const key = secret ?? simulatedAccountSecret(SIMULATOR_KEY, carrierAccountId)
      const { accepted_facts } = await booking.client.ReceiveCallback({
        context: contextMessage(context('POST /callbacks', body)),
        carrier_account_id: carrierAccountId,
        headers: { [SIGNATURE_HEADER]: signCallback(key, body, new Date()) },
        body,
        token: '',
      })
      return accepted_facts
    },
    /** Carriers' jobs of all attempts for a shipment. */
    async jobs(shipmentId: string): Promise<SimulatedJob[]> {
      const attempts = await system.db
        .selectFrom('carrier_attempt')
        .innerJoin('booking', 'booking.booking_id', 'carrier_attempt.booking_id')
        .select('attempt_id')
        .where('booking.environment_id', '=', environmentId)
        .where('shipment_id', '=', shipmentId)
        .execute()
      const found = await Promise.all(
        attempts.map(({ attempt_id }) =>
          system.simulator<{ jobs: SimulatedJob[] }>('GET', `/jobs?reference=${attempt_id}`),
        ),
      )
      return found.flatMap(({ jobs }) => jobs)
    },
    /** Types of the booking's public events, in order; throws if a sequence is missing. */
    async events(bookingId: string): Promise<string[]> {
      const rows = await system.db
        .selectFrom('outbox')
        .select(['type', 'sequence'])
        .where('environment_id', '=', environmentId)
        .where('subject_id', '=', bookingId)
        .where('public', 'is not', null)
        .orderBy('position')
        .execute()
      const gap = rows.findIndex(({ sequence }, index) => sequence !== index + 1)
      if (gap !== -1) throw new Error(`event ${gap + 1} of ${bookingId} has sequence ${rows[gap]?.sequence}`)
      return rows.map(({ type }) => type)
    },
  }
  return merchant
}

export type Merchant = ReturnType<typeof aMerchant>
