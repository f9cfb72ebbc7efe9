/** Labels after a change of the address: an old one is never served again, however late it arrives. */
import type { CarrierAdapter, Label } from '@waybill/carriers/carrier-adapter'
import type { Carriers } from '@waybill/carriers/registry'
import { transact } from '@waybill/chassis/postgres/database'
import type { PublicBooking } from '@waybill/contracts/booking'
import { eventually } from '@waybill/testing/eventually'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { writeErased } from '../erasure/repository.ts'
import { type BookingSystem, type RunningBooking, startBookingSystem } from '../testing/booking-system.ts'
import { aMerchant, getData, type Merchant } from '../testing/merchant-calls.ts'

interface Held {
  /** Resolves when the carrier has returned the label; the service gets it only after `release`. */
  printed: Promise<Label>
  release(): void
}

/** Carriers whose next label can be held back. */
function holdable(carriers: Carriers) {
  let next: { print(label: Label): void; released: Promise<void> } | undefined
  const hold = (adapter: CarrierAdapter): CarrierAdapter => ({
    ...adapter,
    async label(request, call) {
      const held = next
      next = undefined
      const outcome = await adapter.label(request, call)
      if (held && outcome.kind === 'label') held.print(outcome.label)
      await held?.released
      return outcome
    },
  })
  return {
    carriers: new Map([...carriers].map(([code, adapter]) => [code, hold(adapter)])),
    holdNext(): Held {
      const printed = Promise.withResolvers<Label>()
      const released = Promise.withResolvers<void>()
      next = { print: printed.resolve, released: released.promise }
      onTestFinished(() => released.resolve())
      return { printed: printed.promise, release: released.resolve }
    },
  }
}

let system: BookingSystem
let booking: RunningBooking
let labels: ReturnType<typeof holdable>
beforeAll(async () => {
  system = await startBookingSystem()
  labels = holdable(system.withShortTimeouts())
  booking = await system.start({ carriers: labels.carriers })
}, 180_000)
afterAll(async () => {
  await booking?.stop()
  await system?.stop()
})

async function booked() {
  const merchant = aMerchant(system, booking)
  const { shipmentId, optionId } = await merchant.offer()
  const { booking_id: bookingId } = getData<PublicBooking>(await merchant.book(shipmentId, optionId))
  return { merchant, shipmentId, bookingId }
}

const move = (merchant: Merchant, shipmentId: string, street: string) =>
  merchant.update(shipmentId, { dropoff_address: { address_line_1: street } })

const labelArrived = (bookingId: string) =>
  eventually(async () => {
    const row = await system.db
      .selectFrom('booking')
      .select('label_due')
      .where('booking_id', '=', bookingId)
      .executeTakeFirstOrThrow()
    expect(row.label_due).toBe(false)
  })

const storedForms = async (bookingId: string) => {
  const rows = await system.db.selectFrom('label').select('format').where('booking_id', '=', bookingId).execute()
  return rows.map(({ format }) => format)
}

test('serves the new label right after the change, in each form', async () => {
  const { merchant, shipmentId, bookingId } = await booked()
  const old = await merchant.label(bookingId, {})
  const oldZpl = await merchant.label(bookingId, { format: 'zpl' })
  const held = labels.holdNext()
  await move(merchant, shipmentId, '9 Other Street')
  await held.printed
  expect((await merchant.label(bookingId, {})).content.equals(old.content)).toBe(false)
  expect((await merchant.label(bookingId, { format: 'zpl' })).content.equals(oldZpl.content)).toBe(false)
  held.release()
  await labelArrived(bookingId)
})

test('drops a label requested before the address changed again, and fetches the newest', async () => {
  const { merchant, shipmentId, bookingId } = await booked()
  const held = labels.holdNext()
  await move(merchant, shipmentId, '9 Other Street')
  const stale = await held.printed
  await move(merchant, shipmentId, '11 Third Street')
  held.release()
  await labelArrived(bookingId)
  expect((await merchant.label(bookingId, {})).content.equals(stale.bytes)).toBe(false)
})

test('drops a label in another form that was requested before the change', async () => {
  const { merchant, shipmentId, bookingId } = await booked()
  const held = labels.holdNext()
  const asked = merchant.label(bookingId, { format: 'zpl' })
  const stale = await held.printed
  await move(merchant, shipmentId, '9 Other Street')
  await labelArrived(bookingId)
  held.release()
  await asked
  expect((await merchant.label(bookingId, { format: 'zpl' })).content.equals(stale.bytes)).toBe(false)
})

test('drops a label that arrives after the erasure', async () => {
  const { merchant, shipmentId, bookingId } = await booked()
  const held = labels.holdNext()
  const asked = merchant.label(bookingId, { format: 'zpl' })
  await held.printed
  const { environmentId } = merchant
  await transact(system.db, (trx) => writeErased(trx, { environmentId, shipmentId }, [bookingId]))
  held.release()
  await asked
  expect(await storedForms(bookingId)).toEqual([])
})
