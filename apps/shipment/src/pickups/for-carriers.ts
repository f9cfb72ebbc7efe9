/** Adds to a shipment the time at which carriers can collect it, for services that ask carriers. */
import type { Shipment } from '@waybill/contracts/shipment'
import type { Reader } from '../db.ts'
import { readyForCarriers } from './ready-time.ts'
import { findHours } from './repository.ts'

/** The shipment as services get it that ask carriers at about the time `at`. */
export async function forCarriers(db: Reader, shipment: Shipment, at: Date): Promise<Shipment> {
  const { environmentId, pickupAddress, onDemand } = shipment
  const hours = onDemand ? undefined : await findHours(db, environmentId, pickupAddress)
  return { ...shipment, carrierReadyAt: readyForCarriers(shipment, hours, at) }
}
