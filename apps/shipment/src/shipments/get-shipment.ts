/** Reads one shipment, or many that are requested at about the same time. */
import { gather } from '@waybill/chassis/loops/gather'
import { AppError } from '@waybill/contracts/app-error'
import { invalidId, isId } from '@waybill/contracts/ids'
import type { Shipment } from '@waybill/contracts/shipment'
import type { Reader } from '../db.ts'
import { findShipment, findShipments } from './repository.ts'

/** Throws `shipment_not_found`, also for a malformed ID. */
export async function getShipment(db: Reader, environmentId: string, shipmentId: string): Promise<Shipment> {
  const found = isId('shp', shipmentId) ? await findShipment(db, environmentId, shipmentId) : undefined
  return found ?? notFound(shipmentId)
}

/** `getShipment` for concurrent requests: one statement reads those that wait together. */
export function gatherGetShipment(db: Reader) {
  const find = gather({
    work: (keys: Pick<Shipment, 'environmentId' | 'shipmentId'>[]) => {
      const found = findShipments(db, keys)
      return keys.map(async (_, index) => (await found)[index])
    },
    maxItems: 64,
    concurrency: 2,
  })
  return async (key: Pick<Shipment, 'environmentId' | 'shipmentId'>): Promise<Shipment> =>
    (isId('shp', key.shipmentId) ? await find(key) : undefined) ?? notFound(key.shipmentId)
}

export function notFound(shipmentId: string): never {
  if (!isId('shp', shipmentId)) throw new AppError('shipment_not_found', invalidId('shipment_id', 'shp'))
  throw new AppError('shipment_not_found', `Shipment ${shipmentId} does not exist in this environment.`)
}
