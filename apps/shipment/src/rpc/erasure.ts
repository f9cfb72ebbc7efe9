/** Methods for operators: find and erase personal data. */
import { decodeCursor, encodeCursor } from '@waybill/chassis/postgres/cursor'
import { transact } from '@waybill/chassis/postgres/database'
import type { UnaryMethods } from '@waybill/chassis/rpc/server'
import type { FindToEraseRequest__Output } from '@waybill/contracts/gen/waybill/shipment/v1/FindToEraseRequest'
import type { ShipmentServiceHandlers } from '@waybill/contracts/gen/waybill/shipment/v1/ShipmentService'
import type { ShipmentToErase } from '@waybill/contracts/gen/waybill/shipment/v1/ShipmentToErase'
import { invalidParameter } from '@waybill/contracts/requests/validation'
import type { Reader } from '../db.ts'
import { eraseShipment } from '../erasure/commands.ts'
import { erasureRefusal } from '../erasure/erasable.ts'
import { type FoundShipment, type Search, searchShipments } from '../erasure/repository.ts'
import { getShipment } from '../shipments/get-shipment.ts'

/** Shipments scanned per call, which keeps a call below a second in an environment of any size. */
const SCAN = 2_000
/** Fewer digits match too many numbers. */
const MIN_DIGITS = 7

export const erasureHandlers = (db: Reader) =>
  ({
    async FindToErase(request, { environmentId }) {
      const search = parseSearch(request)
      const list = ['shipments to erase', environmentId, search]
      const [createdAt = '', shipmentId = ''] = request.cursor === '' ? [] : decodeCursor(list, request.cursor)
      const after = request.cursor === '' ? null : { createdAt: new Date(createdAt), shipmentId }
      const { found, reached } = await searchShipments(db, environmentId, search, { after, scan: SCAN })
      return {
        shipments: await Promise.all(found.map((shipment) => toSearchResult(db, environmentId, shipment))),
        next_cursor: reached ? encodeCursor(list, [reached.createdAt.toISOString(), reached.shipmentId]) : '',
      }
    },

    async Erase({ shipment_id: shipmentId, note }, { environmentId }) {
      const reason = { cause: 'operator', note: note || null, at: new Date() } as const
      const erasedAt = await transact(db, (trx) => eraseShipment(trx, { environmentId, shipmentId }, reason))
      return { shipment_id: shipmentId, erased_at: erasedAt.toISOString() }
    },
  }) satisfies Partial<UnaryMethods<ShipmentServiceHandlers>>

/** Throws `invalid_parameter`. */
function parseSearch({ by, ...request }: FindToEraseRequest__Output): Search {
  switch (by) {
    case 'shipment_id':
      return { kind: 'shipment', shipmentId: request.shipment_id ?? '' }
    case 'merchant_order_ref':
      return { kind: 'reference', merchantOrderRef: request.merchant_order_ref ?? '' }
    case 'email':
      if (!/^\S+@\S+$/.test(request.email ?? '')) throw invalidParameter('email', 'must be an e-mail address')
      return { kind: 'email', email: request.email ?? '' }
    case 'phone': {
      const digits = (request.phone ?? '').replaceAll(/\D/g, '').replace(/^0+/, '')
      if (digits.length < MIN_DIGITS) {
        throw invalidParameter('phone', `must be a phone number of ${MIN_DIGITS} digits or more`)
      }
      return { kind: 'phone', digits }
    }
    default:
      throw new Error('FindToErase needs one of shipment_id, merchant_order_ref, email and phone')
  }
}

async function toSearchResult(db: Reader, environmentId: string, found: FoundShipment): Promise<ShipmentToErase> {
  const shipment = await getShipment(db, environmentId, found.shipmentId)
  return {
    shipment_id: shipment.shipmentId,
    merchant_order_ref: shipment.merchantOrderRef,
    status: shipment.status,
    created_at: shipment.createdAt.toISOString(),
    erased_at: found.erasedAt?.toISOString() ?? '',
    refusal: found.erasedAt ? '' : (erasureRefusal(shipment) ?? ''),
  }
}
