import type { Shipment } from '@waybill/contracts/shipment'
import { type Cause, changed, type Decision } from './change.ts'

/** A ready shipment whose collection date has long gone by; the caller has seen that it has neither claim nor booking. */
export const expire = (shipment: Shipment, cause: Cause): Decision => changed(shipment, { status: 'expired' }, cause)
