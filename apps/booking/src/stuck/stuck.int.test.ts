/** Stuck work in the booking service, as the doctor and the metrics see it. */
import type { PublicBooking } from '@waybill/contracts/booking'
import { eventually } from '@waybill/testing/eventually'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { getData } from '../testing/merchant-calls.ts'
import { type StuckService, startStuckService } from '../testing/stuck-service.ts'

let stuck: StuckService
beforeAll(async () => {
  stuck = await startStuckService()
}, 180_000)
afterEach(() => stuck.endTest())
afterAll(() => stuck?.system.stop())

const ageOperations = (interval: string) =>
  sql`update operation set created_at = created_at - ${interval}::interval where state = 'open'`.execute(stuck.db)

test('a booking that went well leaves nothing behind', async () => {
  const { merchant, metrics } = await stuck.start()
  const { shipmentId, optionId } = await merchant.offer()
  expect((await merchant.book(shipmentId, optionId)).status).toBe(201)
  expect(await stuck.list()).toEqual({})
  for (const kind of ['operation', 'doubtful_booking', 'pending_booking', 'claim', 'label', 'proof_media'] as const)
    await stuck.counted(metrics, kind, 0)
})

test('a booking in doubt is listed after 15 minutes as such, and not as an operation', async () => {
  const { merchant } = await stuck.start()
  const { shipmentId, optionId } = await merchant.offer()
  await merchant.fault('book', 'timeout_after_success')
  const { booking_id } = getData<PublicBooking>(await merchant.book(shipmentId, optionId))
  expect(await stuck.list()).toEqual({})
  const { metrics } = await stuck.whileStopped(async () => {
    await ageOperations('16 minutes')
    await sql`update carrier_attempt set sent_at = sent_at - interval '16 minutes'`.execute(stuck.db)
  })
  const why = expect.stringMatching(/^city_van has not said whether it booked attempt att_/)
  expect(await stuck.list()).toEqual({ doubtful_booking: [{ id: booking_id, why }] })
  await stuck.counted(metrics, 'doubtful_booking', 1)
})

test('an operation whose attempt is decided but which stays at its step is stuck', async () => {
  const { merchant } = await stuck.start()
  const { shipmentId, optionId } = await merchant.offer()
  await merchant.fault('book', 'timeout_after_success')
  await merchant.book(shipmentId, optionId)
  const { op_id } = await stuck.db.selectFrom('operation').select('op_id').executeTakeFirstOrThrow()
  const { metrics } = await stuck.whileStopped(async () => {
    await ageOperations('11 minutes')
    await sql`
      update operation set next_attempt_at = now() + interval '1 hour', lease_id = null, lease_until = null, attempts = 14,
        step = 'settle'`.execute(stuck.db)
  })
  expect(await stuck.list()).toEqual({ operation: [{ id: op_id, why: 'book at step settle after 14 failed tries' }] })
  await stuck.counted(metrics, 'operation', 1)
})

test('an operation whose row cannot be read is stuck ten minutes after it was due', async () => {
  const { merchant } = await stuck.start()
  const { shipmentId, optionId } = await merchant.offer()
  await merchant.fault('book', 'timeout_after_success')
  await merchant.book(shipmentId, optionId)
  const { op_id } = await stuck.db.selectFrom('operation').select('op_id').executeTakeFirstOrThrow()
  await stuck.whileStopped(() =>
    sql`
      update operation set desired = '{"untilAt": "soon"}', kind = 'dispatch', step = 'attempt', lease_id = null,
        lease_until = null, next_attempt_at = now() - interval '11 minutes'`.execute(stuck.db),
  )
  const why = expect.stringMatching(/^dispatch at step attempt .* but not taken or not readable$/)
  expect(await stuck.list()).toEqual({ operation: [{ id: op_id, why }] })
})

test('a dispatch in its window and a cancellation whose carrier is silent are not stuck', async () => {
  const { merchant } = await stuck.start()
  await merchant.fault('cancel', 'timeout')
  const { shipmentId, optionId } = await merchant.offer()
  expect((await merchant.book(shipmentId, optionId)).status).toBe(201)
  await merchant.cancel(shipmentId).catch(() => {}) // answered 504
  const step = () => stuck.db.selectFrom('operation').select('step').where('state', '=', 'open').executeTakeFirst()
  await eventually(async () => expect(await step()).toEqual({ step: 'pursue' }))
  const later = sql`next_attempt_at = now() + interval '1 minute', lease_id = null, lease_until = null`
  await stuck.whileStopped(async () => {
    await ageOperations('23 hours')
    await sql`update operation set ${later} where state = 'open'`.execute(stuck.db)
  })
  expect(await stuck.list()).toEqual({})

  await stuck.whileStopped(() => ageOperations('61 minutes'))
  expect(await stuck.list()).toMatchObject({
    operation: [{ why: expect.stringMatching(/^cancel at step pursue after/) }],
  })

  const window = async (minutes: number) => {
    const untilAt = new Date(Date.now() + minutes * 60_000).toISOString()
    await sql`
      update operation set kind = 'dispatch', step = 'quote', ${later}, desired = ${JSON.stringify({ untilAt })}::jsonb
      where state = 'open'`.execute(stuck.db)
  }
  await stuck.whileStopped(() => window(1))
  expect(await stuck.list()).toEqual({})
  await stuck.whileStopped(() => window(-11))
  expect(await stuck.list()).toMatchObject({ operation: [{ why: expect.stringMatching(/^dispatch at step quote/) }] })
})

test('a claim that no open operation holds is stuck after 20 minutes', async () => {
  const { merchant } = await stuck.start()
  const { shipmentId, optionId } = await merchant.offer()
  await merchant.fault('book', 'timeout_after_success')
  await merchant.book(shipmentId, optionId)
  await stuck.whileStopped(() => stuck.system.ageClaims(shipmentId, 21))
  expect(await stuck.list()).toEqual({})
  const { claim_id } = await stuck.db.selectFrom('operation').select('claim_id').executeTakeFirstOrThrow()
  // The sweep leaves it alone because of the live booking.
  const { metrics } = await stuck.whileStopped(() =>
    sql`update operation set state = 'ended', outcome = '{"kind": "done"}', lease_id = null`.execute(stuck.db),
  )
  const why = `holds shipment ${shipmentId} to book; its operation has ended, and the shipment has a live booking`
  expect(await stuck.list()).toEqual({ claim: [{ id: claim_id, why }] })
  await stuck.counted(metrics, 'claim', 1)
})

test('a label is stuck two hours after its booking or change, unless the booking has ended', async () => {
  const { merchant } = await stuck.start()
  const { shipmentId, optionId } = await merchant.offer()
  const { booking_id } = getData<PublicBooking>(await merchant.book(shipmentId, optionId))
  const setLabel = (fields: ReturnType<typeof sql>) =>
    stuck.whileStopped(() => sql`update booking set has_label = false, label_due = true, ${fields}`.execute(stuck.db))
  const notAsked = sql`track_due_at = null`
  await setLabel(sql`${notAsked}, booked_at = now() - interval '119 minutes'`)
  expect(await stuck.list()).toEqual({})
  const { metrics } = await setLabel(sql`${notAsked}, booked_at = now() - interval '121 minutes'`)
  const why = expect.stringMatching(/^city_van has not given the label of job .*; it is not asked$/)
  expect(await stuck.list()).toEqual({ label: [{ id: booking_id, why }] })
  await stuck.counted(metrics, 'label', 1)
  await setLabel(sql`${notAsked}, label_revision = 1, updated_at = now()`)
  expect(await stuck.list()).toEqual({})
  await setLabel(sql`${notAsked}, label_revision = 0, status = 'cancelled', cancelled_at = now()`)
  expect(await stuck.list()).toEqual({})
})

test('a photo that nobody has fetched since it was due is stuck after 15 minutes', async () => {
  await stuck.start()
  const add = (name: string, minutes: number) =>
    sql`
      insert into proof_media (environment_id, pod_id, name, carrier_account_id, carrier_job_id, fact_key, content_type,
        state, due_at)
      values ('env_1', 'pod_1', ${name}, 'cac_1', 'job_1', 'fact', 'image/png', 'due',
        now() - ${minutes} * interval '1 minute')`.execute(stuck.db)
  await add('photo-1', 16)
  await add('photo-2', 14)
  const why = 'not fetched since it is due, after 0 tries'
  expect(await stuck.list()).toEqual({ proof_media: [{ id: 'pod_1 photo-1', why }] })
})
