/** Use cases that create and store shipments. Each takes the transaction or returns rows; none touches the network. */
import { appendOutbox } from '@waybill/chassis/messaging/outbox/outbox'
import type { Write } from '@waybill/chassis/postgres/pipelining'
import { isId } from '@waybill/contracts/ids'
import type { CreateOnDemandShipment, CreateShipment } from '@waybill/contracts/requests/shipment-documents'
import type { Shipment } from '@waybill/contracts/shipment'
import type { DefaultFields } from '@waybill/contracts/values/customs/defaults'
import { newClaim } from '../claims/claim.ts'
import { declaring } from '../customs/defaults.ts'
import type { Writer } from '../db.ts'
import type { Cause, ShipmentChange, ShipmentEvent } from './change.ts'
import { create, createOnDemand, type Owner } from './create.ts'
import { notFound } from './get-shipment.ts'
import {
  lockShipment,
  type NewShipmentRows,
  newShipmentRows,
  renewParts,
  shipmentInserts,
  shipmentUpdate,
  timelineInsert,
} from './repository.ts'

/** A shipment to be created, with everything that is written for it. */
export interface NewShipment {
  shipment: Shipment
  rows: NewShipmentRows
  events: ShipmentEvent[]
}

/** Creates a shipment that waits to be booked. The caller writes its rows, together with those of other creates. */
export function createShipment(
  owner: Owner,
  document: CreateShipment,
  cause: Cause,
  { actorId, customsDefaults }: { actorId: string; customsDefaults: DefaultFields | null },
): NewShipment {
  const change = create(owner, document, cause, { actorId, declare: declaring(document, customsDefaults) })
  return { ...change, rows: newShipmentRows(change) }
}

/** Creates a shipment that is held for dispatch, by default for `dispatchWindowMinutes`. The caller writes its rows. */
export function createOnDemandShipment(
  owner: Owner,
  document: CreateOnDemandShipment,
  cause: Cause,
  { dispatchWindowMinutes, customsDefaults }: { dispatchWindowMinutes: number; customsDefaults: DefaultFields | null },
): NewShipment {
  const declare = declaring(document, customsDefaults)
  const change = createOnDemand(owner, document, cause, { dispatchWindowMinutes, declare })
  const { shipment } = change
  const claim = newClaim(shipment, { claimId: shipment.claimId as string, kind: 'dispatch', cause })
  return { ...change, rows: newShipmentRows(change, claim) }
}

/** The shipment, its row locked. Throws `shipment_not_found`. */
export async function getLocked(trx: Writer, environmentId: string, shipmentId: string): Promise<Shipment> {
  const found = isId('shp', shipmentId) ? await lockShipment(trx, environmentId, shipmentId) : undefined
  return found ?? notFound(shipmentId)
}

/** Stores a new shipment with its timeline and events, in one statement with `further` writes. */
export async function storeNew(trx: Writer, change: ShipmentChange, further: Write[] = []): Promise<Shipment> {
  await appendOutbox(trx, change.events, [...shipmentInserts(change), ...further])
  return change.shipment
}

/** Stores what has changed of a locked shipment, with its timeline and events, in one statement with `further` writes. */
export async function storeChange(
  trx: Writer,
  before: Shipment,
  { shipment, timeline, events }: ShipmentChange,
  further: Write[] = [],
): Promise<void> {
  if (shipment !== before) await renewParts(trx, before, shipment)
  const update = shipment === before ? null : shipmentUpdate(trx, before, shipment)
  const entries = timelineInsert(trx, before, timeline)
  await appendOutbox(trx, events, [update, entries, ...further])
}
