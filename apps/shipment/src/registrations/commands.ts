/** Use cases that give a quote its shipment. Each takes the transaction; none opens one or touches the network. */

import { inOneTrip, sendAsOne } from '@waybill/chassis/postgres/pipelining'
import type { CreateQuote, CreateQuoteForShipment } from '@waybill/contracts/requests/shipment-documents'
import type { Shipment } from '@waybill/contracts/shipment'
import { assertQuotable } from '../claims/claim.ts'
import { findDefaultsFor } from '../customs/commands.ts'
import { declaring } from '../customs/defaults.ts'
import type { Reader, Writer } from '../db.ts'
import type { WithHours } from '../pickups/for-carriers.ts'
import { selectHours } from '../pickups/repository.ts'
import type { Cause } from '../shipments/change.ts'
import { getLocked, storeNew } from '../shipments/commands.ts'
import { create, type Owner } from '../shipments/create.ts'
import { earlierFingerprint, fingerprint } from '../shipments/fingerprint.ts'
import { type ParcelRow, type ShipmentRow, toShipment } from '../shipments/rows.ts'
import { assertSameShipment, hasSameContent, isUnbooked, lacksDefaults } from './quote-match.ts'
import { lockFit, registrationWrite, selectRegistered, selectUnbooked } from './repository.ts'

/**
 * The shipment that a quote names. Throws `quote_mismatch` if the document repeats other values than the shipment has,
 * `shipment_not_bookable` or `shipment_already_booked` if the shipment cannot be quoted.
 */
export async function getQuotedShipment(
  get: (key: Pick<Shipment, 'environmentId' | 'shipmentId'>) => Promise<Shipment>,
  environmentId: string,
  document: CreateQuoteForShipment,
): Promise<Shipment> {
  const shipment = await get({ environmentId, shipmentId: document.shipment_id })
  assertSameShipment(shipment, document)
  assertQuotable(shipment)
  return shipment
}

type StoredShipment = ShipmentRow & { parcels: ParcelRow[] }

/** Shipment fields in a quote request that names no shipment. */
type QuotedDocument = Omit<CreateQuote, 'shipment_id'>

/**
 * The shipment that `findOrRegister` would return; a new one has sequence 0 and is not stored, so that a quote without
 * an offer leaves nothing behind.
 */
export async function findOrDraft(
  db: Reader,
  owner: Owner,
  document: QuotedDocument,
  cause: Cause,
): Promise<WithHours> {
  const customsDefaults = await findDefaultsFor(db, owner.environmentId, document)
  const { shipment } = create(owner, document, cause, { declare: declaring(document, customsDefaults) })
  const { environmentId, pickupAddress: address } = shipment
  const [unbooked, hours] = await inOneTrip(db, [
    selectUnbooked(db, bothFits(shipment)),
    selectHours(db, environmentId, address),
  ])
  const [match] = toMatches(unbooked, shipment, document)
  return { shipment: match ?? { ...shipment, sequence: 0 }, address, hours }
}

/**
 * The shipment of a quote that names none: the newest ready and unbooked one of which everything in the document is true,
 * else a new one, with the id given. Idempotent by the quote's id, as long as the shipment keeps the values of the quote.
 * It stays locked, so that a change of it comes before or after, not between the match and the read.
 */
export async function findOrRegister(
  trx: Writer,
  owner: Owner,
  { quoteId, newShipmentId, document }: { quoteId: string; newShipmentId: string | null; document: QuotedDocument },
  cause: Cause,
): Promise<WithHours> {
  const { environmentId } = owner
  const declare = declaring(document, await findDefaultsFor(trx, environmentId, document))
  const { shipment: wanted } = create(owner, document, cause, { declare })
  const { merchantOrderRef, pickupAddress: address } = wanted
  const [, [earlier], unbooked, hours] = await inOneTrip(trx, [
    lockFit({ environmentId, merchantOrderRef, fingerprint: fingerprint(wanted) }),
    selectRegistered(trx, environmentId, quoteId),
    selectUnbooked(trx, bothFits(wanted)),
    selectHours(trx, environmentId, address),
  ])
  const withHours = (shipment: Shipment): WithHours => ({ shipment, address, hours })
  const registered = earlier && (await getLocked(trx, environmentId, earlier.shipment_id))
  if (registered && hasSameContent(wanted, registered, document)) return withHours(registered)
  for (const { shipmentId } of toMatches(unbooked, wanted, document)) {
    const match = await getLocked(trx, environmentId, shipmentId)
    if (!isUnbooked(match) || !isMatch(wanted, match, document)) continue
    await sendAsOne(trx, [registrationWrite(trx, quoteId, match)])
    return withHours(match)
  }
  // An id that was used once, by a registration that does not fit any more, is taken.
  const freshId = (registered === undefined && newShipmentId) || undefined
  const change = create(owner, document, cause, { shipmentId: freshId, declare })
  return withHours(await storeNew(trx, change, [registrationWrite(trx, quoteId, change.shipment)]))
}

const bothFits = (wanted: Shipment) => {
  const { environmentId, merchantOrderRef } = wanted
  return { environmentId, merchantOrderRef, fingerprints: [fingerprint(wanted), earlierFingerprint(wanted)] }
}

/** Those of the unbooked shipments that have the same content. */
const toMatches = (unbooked: readonly StoredShipment[], wanted: Shipment, document: QuotedDocument): Shipment[] =>
  unbooked.map((row) => toShipment(row, row.parcels)).filter((shipment) => isMatch(wanted, shipment, document))

const isMatch = (wanted: Shipment, stored: Shipment, document: QuotedDocument): boolean =>
  hasSameContent(wanted, stored, document) && !lacksDefaults(wanted, stored)
