/** Pure: the simulator's jobs as ours. */
import type { CarrierCharge, CarrierJob } from '../../../carrier-adapter.ts'
import type { WireChangedJob, WireJob } from '../wire.ts'
import { toDriver, toStatus } from './facts.ts'

export const toJob = (job: WireJob): CarrierJob => ({
  carrierJobId: job.id,
  trackingNumber: job.tracking_number,
  status: toStatus(job.code),
  driver: toDriver(job.driver),
  label: job.label && { contentType: job.label.content_type, bytes: Buffer.from(job.label.base64, 'base64') },
  etaFromAt: job.eta_from,
  etaToAt: job.eta_to,
  ...(job.parcels.length > 1 && {
    parcels: job.parcels.map(({ tracking_number }) => ({ trackingNumber: tracking_number })),
  }),
})

const toCharges = (charges: WireChangedJob['charges']) =>
  charges.map(
    ({ id, amount_minor, tax_minor, ...charge }): CarrierCharge => ({
      ...charge,
      chargeId: id,
      amountMinor: amount_minor,
      taxMinor: tax_minor,
    }),
  )

export const toUpdated = ({ eta_from, eta_to, charges }: WireChangedJob) => ({
  kind: 'updated' as const,
  window: { fromAt: eta_from, toAt: eta_to },
  charges: toCharges(charges),
})

export const toCancelled = ({ charges }: Pick<WireChangedJob, 'charges'>) => ({
  kind: 'cancelled' as const,
  charges: toCharges(charges),
})
