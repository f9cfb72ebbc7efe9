/** Audit after a run: every accepted effect exists once, nothing is unfinished, no carrier job is duplicated. */
import { eventually } from '@waybill/testing/eventually'
import type { ReceivedRequest } from '@waybill/testing/http-receiver'
import { testPostgresUrl } from '@waybill/testing/services'
import pg from 'pg'
import { fetch } from 'undici'
import type { RunningSystem, Sandbox } from '../support/running-system.ts'
import { askDoctor } from './doctor.ts'
import { recordFault } from './fault-table.ts'
import type { Accepted } from './workload.ts'

/**
 * `lost`: an accepted effect, an answer or an event is missing. `doubled`: an effect exists more often than it was
 * accepted, such as a live carrier job without a live booking. `stuck`: work that has not ended.
 */
export type FindingKind = 'lost' | 'doubled' | 'stuck'

/** Counts of findings by kind, and the findings: none if the services kept every promise. */
export interface Audit extends Record<FindingKind, number> {
  shipments: number
  bookings: number
  events: number
  findings: string[]
}

type Find = (kind: FindingKind, finding: string) => void

/** URL of the services' database for its administrator. */
export function databaseUrl({ namespace }: Pick<RunningSystem, 'namespace'>, postgresUrl = testPostgresUrl()): string {
  const database = new URL(postgresUrl)
  database.pathname = `/${namespace}`
  return database.href
}

export async function audit(
  system: Pick<RunningSystem, 'namespace'>,
  accepted: Accepted,
  webhooks: ReceivedRequest[],
  postgresUrl = testPostgresUrl(),
): Promise<Audit> {
  const counts = { lost: 0, doubled: 0, stuck: 0 }
  const findings: string[] = []
  const find: Find = (kind, finding) => {
    counts[kind] += 1
    findings.push(finding)
  }
  const client = new pg.Client({ connectionString: databaseUrl(system, postgresUrl) })
  await client.connect()
  try {
    const shipments = await client.query(
      `select shipment_id, merchant_order_ref, status, sequence, claim_id, return_terms ->> 'return_of' as return_of
       from shipment.shipment`,
    )
    const byReference = Map.groupBy(
      shipments.rows.filter((row) => row.return_of === null),
      (row) => row.merchant_order_ref,
    )
    for (const [reference, id] of accepted.shipments) {
      const rows = byReference.get(reference) ?? []
      if (rows.length > 1) find('doubled', `${reference}: ${rows.length} shipments instead of one`)
      else if (rows[0]?.shipment_id !== id) find('lost', `${reference}: answered ${id}, stored ${rows[0]?.shipment_id}`)
    }
    const returns = Map.groupBy(shipments.rows, (row) => row.return_of)
    for (const [original, rows] of returns) {
      if (original !== null && rows.length > 1) find('doubled', `${original}: ${rows.length} returns instead of one`)
    }
    const byId = new Map(shipments.rows.map((row) => [row.shipment_id, row]))
    for (const id of accepted.cancelled) {
      if (byId.get(id)?.status !== 'cancelled')
        find('lost', `${id}: answered cancelled, stored ${byId.get(id)?.status}`)
    }
    for (const { shipment_id, claim_id } of shipments.rows)
      if (claim_id) find('stuck', `${shipment_id}: still claimed by ${claim_id}`)

    const bookings = await client.query(
      'select booking_id, shipment_id, status, sequence, carrier_job_id from booking.booking',
    )
    const bookingById = new Map(bookings.rows.map((row) => [row.booking_id, row]))
    for (const [shipmentId, id] of accepted.bookings) {
      if (bookingById.get(id)?.shipment_id !== shipmentId)
        find('lost', `${id}: answered, but not stored for ${shipmentId}`)
    }
    for (const { booking_id, status } of bookings.rows)
      if (status === 'pending') find('stuck', `${booking_id}: still pending`)
    const operations = await client.query(`select kind, step, shipment_id from booking.operation where state = 'open'`)
    for (const { kind, step, shipment_id } of operations.rows)
      find('stuck', `${shipment_id}: ${kind} is open at ${step}`)
    await auditJobs(client, bookings.rows, find)

    const quotes = await client.query('select quote_id, sequence from quoting.quote')
    const quoteIds = new Set(quotes.rows.map((row) => row.quote_id))
    for (const id of accepted.quotes) if (!quoteIds.has(id)) find('lost', `${id}: answered, but not stored`)

    const subjects = [
      ...shipments.rows.map((row) => [row.shipment_id, row.sequence] as const),
      ...bookings.rows.map((row) => [row.booking_id, row.sequence] as const),
      ...quotes.rows.map((row) => [row.quote_id, row.sequence] as const),
    ]
    auditEvents(subjects, webhooks, find)
    for (const service of ['shipment', 'quoting', 'booking', 'webhook']) {
      const { rows } = await client.query(`select count(*)::int as parked from ${service}.inbox_parked`)
      if (rows[0].parked > 0) find('stuck', `${service}: ${rows[0].parked} events parked`)
      const open = await client.query(`select count(*)::int as open from ${service}.outbox where published_at is null`)
      if (open.rows[0].open > 0) find('stuck', `${service}: ${open.rows[0].open} events unpublished`)
      const started = await client.query(
        `select route, op_id from ${service}.idempotency_record where state = 'started'
         and not exists (select from booking.operation o where o.op_id = idempotency_record.op_id)`,
      )
      for (const { route, op_id } of started.rows) find('stuck', `${service}: ${route} ${op_id} has no answer`)
    }
    for (const service of ['quoting', 'booking']) {
      const { rows } = await client.query(
        `select operation, request_id from ${service}.carrier_exchange
         group by environment_id, request_id, operation, reference, path, started_at, duration_ms having count(*) > 1`,
      )
      for (const { operation, request_id } of rows)
        find('doubled', `${service}: ${operation} of ${request_id} is stored twice`)
    }
    for (const wrong of accepted.wrong) find('lost', wrong)
    return {
      ...counts,
      shipments: shipments.rows.length,
      bookings: bookings.rows.length,
      events: webhooks.length,
      findings,
    }
  } finally {
    await client.end()
  }
}

/**
 * Audits every second until nothing is found or `timeoutMs` has passed, and records the row of the fault with the last
 * figures. The worst recovery is the longer of two times: of a merchant's longest wait for a definite answer, from the
 * first try to the last retry; and from the end of the work until nothing was found. With `sandbox`, what the doctor lists
 * is stuck too.
 */
export async function auditAfter(
  fault: string,
  work: {
    system: Pick<RunningSystem, 'namespace'>
    sandbox?: Sandbox
    accepted: Accepted
    webhooks: ReceivedRequest[]
  },
  options: { timeoutMs: number; postgresUrl?: string },
): Promise<Audit> {
  const { system, sandbox, accepted, webhooks } = work
  const startedAt = performance.now()
  let last: Audit | null = null
  const clean = async () => {
    const audited = await audit(system, accepted, webhooks, options.postgresUrl)
    const still = sandbox ? await askDoctor(sandbox) : []
    last = { ...audited, stuck: audited.stuck + still.length, findings: [...audited.findings, ...still] }
    if (last.findings.length > 0) throw new Error(last.findings.join('\n'))
    return last
  }
  const result = await eventually(clean, { timeoutMs: options.timeoutMs, intervalMs: 1_000 }).catch((error) => {
    if (last === null) throw error
    return last
  })
  const { lost, doubled, stuck } = result
  const worstRecoveryMs = Math.max(accepted.longestWaitMs, performance.now() - startedAt)
  recordFault({ fault, operations: accepted.operations, lost, doubled, stuck, worstRecoveryMs })
  console.log({ fault, operations: accepted.operations, ...result })
  return result
}

/** Compares the carriers' records with ours: every live job has a live booking, and no shipment has two live jobs. */
async function auditJobs(
  client: pg.Client,
  bookings: { booking_id: string; shipment_id: string; status: string; carrier_job_id: string | null }[],
  find: Find,
): Promise<void> {
  const { rows: jobs } = await client.query(
    `select job_id, code in ('CANCELLED', 'FAILED') as ended, request -> 'dropoff' ->> 'address_line_1' as street
     from simulator.job
     union all
     select job_id, status in ('cancelled', 'failed', 'refused'), request -> 'dropoff' ->> 'addressLine1'
     from booking.fleet_job`,
  )
  const live = new Set(jobs.filter(({ ended }) => !ended).map(({ job_id }) => job_id))
  const ended = ['cancelled', 'failed']
  const bookingByJob = new Map(bookings.map((booking) => [booking.carrier_job_id, booking]))
  const liveByShipment = new Map<string, number>()
  for (const jobId of live) {
    const booking = bookingByJob.get(jobId)
    if (booking === undefined) find('doubled', `job ${jobId} lives without a booking`)
    else if (ended.includes(booking.status)) find('doubled', `job ${jobId} lives, its booking is ${booking.status}`)
    else liveByShipment.set(booking.shipment_id, (liveByShipment.get(booking.shipment_id) ?? 0) + 1)
  }
  const { rows: shipments } = await client.query('select shipment_id, dropoff_address from shipment.shipment')
  const goesTo = new Map(shipments.map((row) => [row.shipment_id, row.dropoff_address.address_line_1]))
  for (const { job_id, street } of jobs.filter(({ job_id }) => live.has(job_id))) {
    const booking = bookingByJob.get(job_id)
    if (booking && street !== goesTo.get(booking.shipment_id)) {
      find('lost', `job ${job_id} goes to ${street}, its shipment to ${goesTo.get(booking.shipment_id)}`)
    }
  }
  for (const [shipmentId, count] of liveByShipment) if (count > 1) find('doubled', `${shipmentId}: ${count} live jobs`)
  for (const booking of bookings) {
    if (!ended.includes(booking.status) && !live.has(booking.carrier_job_id ?? '')) {
      find(
        'lost',
        `${booking.booking_id} is ${booking.status}, but the carrier has no live job ${booking.carrier_job_id}`,
      )
    }
  }
}

/** Each subject's events arrived at least once, from 1 to its current sequence. */
function auditEvents(
  subjects: (readonly [id: string, sequence: number])[],
  webhooks: ReceivedRequest[],
  find: Find,
): void {
  const seen = new Map<string, Set<number>>()
  for (const { body } of webhooks) {
    const { subject, sequence } = JSON.parse(body.toString())
    seen.set(subject.id, (seen.get(subject.id) ?? new Set()).add(sequence))
  }
  for (const [id, sequence] of subjects) {
    const missing = Array.from({ length: sequence }, (_, n) => n + 1).filter((n) => !seen.get(id)?.has(n))
    if (missing.length > 0) find('lost', `${id}: events ${missing.join(', ')} of ${sequence} never arrived`)
  }
}

/** Subscribes the receiver to all events. */
export async function subscribe(system: Pick<RunningSystem, 'sandbox'>, url: string): Promise<void> {
  const { base_url, access_token } = system.sandbox
  const response = await fetch(new URL('/api/v1/webhooks/subscriptions', base_url), {
    method: 'POST',
    headers: { authorization: `Bearer ${access_token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ url, events: ['*'] }),
  })
  if (response.status !== 201) throw new Error(`the subscription got status ${response.status}`)
}
