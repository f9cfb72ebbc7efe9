/** Compares what a vendor has sold with the bookings of the account. */
import type { VendorJob } from '@waybill/carriers/conformance/test-carrier'
import type pg from 'pg'
import type { Audit, FindingKind } from '../audit.ts'
import type { AccountStage } from './account-stage.ts'

export type VendorAudit = Pick<Audit, FindingKind | 'findings'>

interface Attempt {
  attempt_id: string
  booking_id: string
  shipment_id: string
  status: string
  carrier_job_id: string | null
}

const ENDED = ['cancelled', 'failed']

/**
 * `doubled`: two purchases of one attempt, two live jobs of one shipment, or a live job without a live booking. `lost`: a live
 * booking without a live job, or an answer that is not stored. `stuck`: work that has not ended.
 */
export async function auditVendor(db: pg.Pool, stage: AccountStage): Promise<VendorAudit> {
  const { environmentId, carrierAccountId, accepted, vendor } = stage
  const counts = { lost: 0, doubled: 0, stuck: 0 }
  const findings: string[] = []
  const find = (kind: FindingKind, finding: string) => {
    counts[kind] += 1
    findings.push(finding)
  }
  const { rows: attempts } = await db.query<Attempt>(
    `select a.attempt_id, b.booking_id, b.shipment_id, b.status, b.carrier_job_id
     from booking.carrier_attempt a join booking.booking b using (environment_id, booking_id)
     where a.environment_id = $1 and a.carrier_account_id = $2`,
    [environmentId, carrierAccountId],
  )
  const jobs = vendor.jobs()
  const byReference = Map.groupBy(
    jobs.filter(({ reference }) => reference !== null),
    ({ reference }) => reference,
  )
  for (const [reference, bought] of byReference) {
    if (bought.length > 1) find('doubled', `${reference} was bought ${bought.length} times`)
  }
  auditLiveJobs(attempts, jobs, find)
  for (const [shipmentId, bookingId] of accepted.bookings) {
    if (!attempts.some((one) => one.booking_id === bookingId && one.shipment_id === shipmentId))
      find('lost', `${bookingId}: answered, but not stored for ${shipmentId}`)
  }
  for (const { booking_id, status } of attempts) if (status === 'pending') find('stuck', `${booking_id}: still pending`)
  const { rows: operations } = await db.query(
    `select kind, step, shipment_id from booking.operation where environment_id = $1 and state = 'open'`,
    [environmentId],
  )
  for (const { kind, step, shipment_id } of operations) find('stuck', `${shipment_id}: ${kind} is open at ${step}`)
  const { rows: claims } = await db.query(
    'select shipment_id, claim_id from shipment.shipment where environment_id = $1 and claim_id is not null',
    [environmentId],
  )
  for (const { shipment_id, claim_id } of claims) find('stuck', `${shipment_id}: still claimed by ${claim_id}`)
  for (const wrong of accepted.wrong) find('lost', wrong)
  return { ...counts, findings }
}

function auditLiveJobs(
  attempts: readonly Attempt[],
  jobs: readonly VendorJob[],
  find: (kind: FindingKind, finding: string) => void,
): void {
  const live = new Set(jobs.filter(({ isLive }) => isLive).map(({ carrierJobId }) => carrierJobId))
  const byJob = new Map(attempts.map((attempt) => [attempt.carrier_job_id, attempt]))
  const liveByShipment = new Map<string, number>()
  for (const jobId of live) {
    const booked = byJob.get(jobId)
    if (booked === undefined) find('doubled', `job ${jobId} lives without a booking`)
    else if (ENDED.includes(booked.status)) find('doubled', `job ${jobId} lives, its booking is ${booked.status}`)
    else liveByShipment.set(booked.shipment_id, (liveByShipment.get(booked.shipment_id) ?? 0) + 1)
  }
  for (const [shipmentId, count] of liveByShipment) if (count > 1) find('doubled', `${shipmentId}: ${count} live jobs`)
  for (const { booking_id, status, carrier_job_id } of attempts) {
    if (!['pending', ...ENDED].includes(status) && !live.has(carrier_job_id ?? ''))
      find('lost', `${booking_id} is ${status}, but the vendor has no live job ${carrier_job_id}`)
  }
}
