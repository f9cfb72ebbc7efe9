/** From the form to offers or a courier, with one shipment for it however often it is corrected. */
import {
  type Booking,
  type CreateQuote,
  type CreateQuoteForShipment,
  type Quote,
  type Waybill,
  WaybillError,
} from '@waybill/sdk'
import { isFinal } from '../../format/statuses.ts'
import { isStale } from '../../forms/stale.ts'
import { versionKey } from '../../forms/version-key.ts'
import type { KeptProgress } from './progress.ts'
import { bookOption, cancelUnbooked, correctShipment, readShipment, sendCourier } from './queries.ts'
import { nextStep } from './revision.ts'
import { type ShipValues, toDocument, toOnDemandDocument } from './values.ts'

interface Sending {
  api: Waybill
  kept: Pick<KeptProgress, 'latest' | 'keep' | 'drop'>
  ask: (document: CreateQuote | CreateQuoteForShipment, idempotencyKey: string) => Promise<Quote>
}

/** Somebody else has changed the shipment since its offers were asked for. */
export class ChangedElsewhere extends Error {}

/** Codes of a shipment that is not as it was. */
const MOVED_ON = new Set<string>([
  'version_conflict',
  'shipment_not_found',
  'shipment_not_bookable',
  'shipment_not_updatable',
  'shipment_already_booked',
])

/** Sends what the form shows. The key is the same for the same values. */
export async function send(sending: Sending, values: ShipValues, key: string): Promise<void> {
  const { api, kept, ask } = sending
  if (await settle(sending, key)) return
  const step = nextStep(kept.latest(), values)
  if (step.kind === 'replace') {
    await cancelUnbooked(api, step.shipmentId)
    kept.drop()
  }
  if (step.kind === 'register' || step.kind === 'replace') return await register(sending, { values, key })
  const { shipmentId } = step
  try {
    if (step.kind === 'update') {
      const etag = kept.latest()?.etag ?? null
      const changed = await correctShipment(api, { ...step, etag, key: versionKey(key, etag) })
      kept.keep({ shipmentId, registered: values, etag: changed.etag, updatedAt: changed.shipment.updated_at })
    }
    const { quote_id: quoteId } = await ask({ shipment_id: shipmentId }, key)
    kept.keep({ ...kept.latest(), shipmentId, quoteId, quoteOptionId: undefined, bookingKey: undefined })
  } catch (error) {
    if (!(error instanceof WaybillError) || !MOVED_ON.has(error.code)) throw error
    const isBooked = await noteChange(sending, shipmentId)
    if (isBooked) return
    throw isStale(error) ? new ChangedElsewhere() : error
  }
}

/** Registers the shipment with its first offers, or sends the courier. */
async function register({ api, kept, ask }: Sending, registering: { values: ShipValues; key: string }): Promise<void> {
  const { values, key } = registering
  // Known before the call: if its answer is lost, a correction finds the shipment by the key.
  kept.keep({ registering })
  try {
    if (values.on_demand) {
      const { shipment_id: shipmentId } = await sendCourier(api, toOnDemandDocument(values), key)
      return kept.keep({ shipmentId, registered: values, isOnDemand: true })
    }
    const { quote_id: quoteId, shipment_id: shipmentId } = await ask(toDocument(values), key)
    const { shipment, etag } = await readShipment(api, shipmentId)
    kept.keep({ shipmentId, registered: values, quoteId, etag, updatedAt: shipment.updated_at })
  } catch (error) {
    if (isRefused(error)) kept.drop()
    throw error
  }
}

/** Finds out what has become of an earlier request without an answer. True: it has sent a courier, and no other may follow. */
async function settle(sending: Sending, key: string): Promise<boolean> {
  const { registering } = sending.kept.latest() ?? {}
  if (registering === undefined || registering.key === key) return false
  try {
    await register(sending, registering)
  } catch (error) {
    if (!isRefused(error)) throw error
  }
  return sending.kept.latest()?.isOnDemand === true
}

type Watched = Pick<Sending, 'api' | 'kept'>

/** Resolves to the entity tag of the shipment. Throws `ChangedElsewhere` if the offers were made for an earlier state of it. */
export async function readUnchanged(watched: Watched, shipmentId: string): Promise<string | null> {
  const { shipment, etag } = await readShipment(watched.api, shipmentId)
  const { updatedAt } = watched.kept.latest() ?? {}
  if (updatedAt === undefined || shipment.updated_at === updatedAt) return etag
  await noteChange(watched, shipmentId)
  throw new ChangedElsewhere()
}

/** Books the option. Throws `ChangedElsewhere` if the shipment has changed since the entity tag was read. */
export async function bookUnchanged(watched: Watched, asked: Parameters<typeof bookOption>[1]): Promise<Booking> {
  try {
    return await bookOption(watched.api, asked)
  } catch (error) {
    if (!isStale(error)) throw error
    await noteChange(watched, asked.shipmentId)
    throw new ChangedElsewhere()
  }
}

/** Voids the offers of a shipment that is not as it was. Resolves to whether it is booked, which is shown then. */
async function noteChange({ api, kept }: Watched, shipmentId: string): Promise<boolean> {
  const { shipment, etag } = await readShipment(api, shipmentId)
  const { registered } = kept.latest() ?? {}
  const bookingId = shipment.booking_id ?? undefined
  if (bookingId === undefined && isFinal(shipment.status)) kept.drop()
  else kept.keep({ shipmentId, registered, etag, updatedAt: shipment.updated_at, isChangedElsewhere: true, bookingId })
  return bookingId !== undefined
}

/** The API has answered, and has done nothing. */
const isRefused = (error: unknown): boolean =>
  error instanceof WaybillError && error.status !== null && !error.retryable
