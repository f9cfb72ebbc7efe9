/** Audit after a run: every accepted effect exists once, events have no gaps, no carrier job is duplicated. */
import type { ReceivedRequest } from '@waybill/testing/http-receiver'
import { testPostgresUrl } from '@waybill/testing/services'
import pg from 'pg'
import { fetch } from 'undici'
import type { RunningSystem } from '../support/running-system.ts'
import type { Accepted } from './workload.ts'

export interface Audit {
  shipments: number
  bookings: number
  events: number
  /** Empty if nothing was lost, duplicated or left unfinished. */
  findings: string[]
}

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
  const findings: string[] = []
  const find = (finding: string) => void findings.push(finding)
  const client = new pg.Client({ connectionString: databaseUrl(system, postgresUrl) })
  await client.connect()
  try {
    const shipments = await client.query(
      'select shipment_id, merchant_order_ref, status, sequence, claim_id from shipment.shipment',
    )
    const byReference = Map.groupBy(shipments.rows, (row) => row.merchant_order_ref)
    for (const [reference, id] of accepted.shipments) {
      const rows = byReference.get(reference) ?? []
      if (rows.length !== 1) find(`${reference}: ${rows.length} shipments instead of one`)
      else if (rows[0].shipment_id !== id) find(`${reference}: answered ${id}, stored ${rows[0].shipment_id}`)
    }
    const byId = new Map(shipments.rows.map((row) => [row.shipment_id, row]))
    for (const id of accepted.cancelled) {
      if (byId.get(id)?.status !== 'cancelled') find(`${id}: answered cancelled, stored ${byId.get(id)?.status}`)
    }
    for (const { shipment_id, claim_id } of shipments.rows)
      if (claim_id) find(`${shipment_id}: still claimed by ${claim_id}`)

    const bookings = await client.query(
      'select booking_id, shipment_id, status, sequence, carrier_job_id from booking.booking',
    )
    const bookingById = new Map(bookings.rows.map((row) => [row.booking_id, row]))
    for (const [shipmentId, id] of accepted.bookings) {
      if (bookingById.get(id)?.shipment_id !== shipmentId) find(`${id}: answered, but not stored for ${shipmentId}`)
    }
    for (const { booking_id, status } of bookings.rows) if (status === 'pending') find(`${booking_id}: still pending`)
    await auditJobs(client, bookings.rows, find)

    const quotes = await client.query('select quote_id, sequence from quoting.quote')
    const quoteIds = new Set(quotes.rows.map((row) => row.quote_id))
    for (const id of accepted.quotes) if (!quoteIds.has(id)) find(`${id}: answered, but not stored`)

    const subjects = [
      ...shipments.rows.map((row) => [row.shipment_id, row.sequence] as const),
      ...bookings.rows.map((row) => [row.booking_id, row.sequence] as const),
      ...quotes.rows.map((row) => [row.quote_id, row.sequence] as const),
    ]
    auditEvents(subjects, webhooks, find)
    for (const service of ['shipment', 'quoting', 'booking', 'webhook']) {
      const { rows } = await client.query(`select count(*)::int as parked from ${service}.inbox_parked`)
      if (rows[0].parked > 0) find(`${service}: ${rows[0].parked} events parked`)
      const open = await client.query(`select count(*)::int as open from ${service}.outbox where published_at is null`)
      if (open.rows[0].open > 0) find(`${service}: ${open.rows[0].open} events unpublished`)
    }
    for (const wrong of accepted.wrong) find(wrong)
    return { shipments: shipments.rows.length, bookings: bookings.rows.length, events: webhooks.length, findings }
  } finally {
    await client.end()
  }
}

/** Compares the carriers' records with ours: every live job has a live booking, and no shipment has two live jobs. */
async function auditJobs(
  client: pg.Client,
  bookings: { booking_id: string; shipment_id: string; status: string; carrier_job_id: string | null }[],
  find: (finding: string) => void,
): Promise<void> {
  const { rows: jobs } = await client.query(`select job_id, code, request from simulator.job`)
  const live = new Set(jobs.filter(({ code }) => !['CANCELLED', 'FAILED'].includes(code)).map(({ job_id }) => job_id))
  const ended = ['cancelled', 'failed']
  const bookingByJob = new Map(bookings.map((booking) => [booking.carrier_job_id, booking]))
  const liveByShipment = new Map<string, number>()
  for (const jobId of live) {
    const booking = bookingByJob.get(jobId)
    if (booking === undefined) find(`job ${jobId} lives without a booking`)
    else if (ended.includes(booking.status)) find(`job ${jobId} lives, its booking is ${booking.status}`)
    else liveByShipment.set(booking.shipment_id, (liveByShipment.get(booking.shipment_id) ?? 0) + 1)
  }
  const { rows: shipments } = await client.query('select shipment_id, dropoff_address from shipment.shipment')
  const goesTo = new Map(shipments.map((row) => [row.shipment_id, row.dropoff_address.address_line_1]))
  for (const { job_id, request } of jobs.filter(({ job_id }) => live.has(job_id))) {
    const booking = bookingByJob.get(job_id)
    if (booking && request.dropoff.address_line_1 !== goesTo.get(booking.shipment_id)) {
      find(
        `job ${job_id} goes to ${request.dropoff.address_line_1}, its shipment to ${goesTo.get(booking.shipment_id)}`,
      )
    }
  }
  for (const [shipmentId, count] of liveByShipment) if (count > 1) find(`${shipmentId}: ${count} live jobs`)
  for (const booking of bookings) {
    if (!ended.includes(booking.status) && !live.has(booking.carrier_job_id ?? '')) {
      find(`${booking.booking_id} is ${booking.status}, but the carrier has no live job ${booking.carrier_job_id}`)
    }
  }
}

/** Each subject's events arrived at least once, from 1 to its current sequence. */
function auditEvents(
  subjects: (readonly [id: string, sequence: number])[],
  webhooks: ReceivedRequest[],
  find: (finding: string) => void,
): void {
  const seen = new Map<string, Set<number>>()
  for (const { body } of webhooks) {
    const { subject, sequence } = JSON.parse(body.toString())
    seen.set(subject.id, (seen.get(subject.id) ?? new Set()).add(sequence))
  }
  for (const [id, sequence] of subjects) {
    const missing = Array.from({ length: sequence }, (_, n) => n + 1).filter((n) => !seen.get(id)?.has(n))
    if (missing.length > 0) find(`${id}: events ${missing.join(', ')} of ${sequence} never arrived`)
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
