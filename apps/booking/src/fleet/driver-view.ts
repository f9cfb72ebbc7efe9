/** Pure: jobs as their drivers see them. */
import type { CarrierAddress } from '@waybill/carriers/carrier-adapter'
import { wirePhone, withExtension } from '@waybill/carriers/mapping/phones'
import type { DriverJob } from '@waybill/contracts/fleet/driver-job'
import { weightText } from '@waybill/contracts/values/decimals'
import type { FleetJob } from './job.ts'

const place = (address: CarrierAddress | undefined, instructions: string | null): DriverJob['pickup'] => ({
  name: address?.name ?? null,
  company: address?.company ?? null,
  address_line_1: address?.addressLine1 ?? '',
  address_line_2: address?.addressLine2 ?? null,
  city: address?.city ?? '',
  post_code: address?.postCode ?? null,
  country: address?.country ?? '',
  phone: address ? wirePhone(address) : null,
  latitude: address?.latitude ?? null,
  longitude: address?.longitude ?? null,
  instructions: address ? withExtension(instructions, address) : instructions,
})

export const driverJob = ({ request, ...job }: FleetJob): DriverJob => ({
  job_id: job.jobId,
  status: job.status,
  offer_expires_at: job.status === 'searching' ? (job.dueAt?.toISOString() ?? null) : null,
  service_code: job.serviceCode,
  order_ref: request?.merchantOrderRef ?? '',
  ready_at: job.readyAt.toISOString(),
  pickup: place(request?.pickup, request?.pickupInstructions ?? null),
  dropoff: place(request?.dropoff, request?.dropoffInstructions ?? null),
  parcels: (request?.parcels ?? []).map(({ title, weightGrams }) => ({ title, weight_kg: weightText(weightGrams) })),
  updated_at: job.updatedAt.toISOString(),
})

/** Photos and the signature belong to the delivery. */
export const mayAddMedia = ({ status }: FleetJob): boolean =>
  status === 'picked_up' || status === 'en_route_to_dropoff' || status === 'arrived_at_dropoff'
