/** Adds to a shipment the time at which carriers can collect it, for services that ask carriers. */
import { inOneTrip } from '@waybill/chassis/postgres/pipelining'
import type { Shipment } from '@waybill/contracts/shipment'
import type { Address } from '@waybill/contracts/values/address'
import type { Reader } from '../db.ts'
import { placeKey } from './place.ts'
import { type PickupHours, readyForCarriers } from './ready-time.ts'
import { selectHours } from './repository.ts'

/** A shipment, and the hours of a place, which were read together with it. */
export interface WithHours {
  shipment: Shipment
  address: Address
  /** One row, or none. */
  hours: Promise<PickupHours[]> | PickupHours[]
}

/** The shipment as services get it that ask carriers at about the time `at`. `known` hours are of use if they are of its place. */
export async function forCarriers(
  db: Reader,
  shipment: Shipment,
  at: Date,
  known?: Omit<WithHours, 'shipment'>,
): Promise<Shipment> {
  const { environmentId, pickupAddress, onDemand } = shipment
  const isKnown = known !== undefined && placeKey(known.address) === placeKey(pickupAddress)
  const read = async () => (await inOneTrip(db, [selectHours(db, environmentId, pickupAddress)]))[0]
  const [hours] = onDemand ? [] : await (isKnown ? known.hours : read())
  return { ...shipment, carrierReadyAt: readyForCarriers(shipment, hours, at) }
}
