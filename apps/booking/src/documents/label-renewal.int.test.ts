/** Labels after a change of the address: the old one is not shown again, however long it was on its way. */
import type { CarrierAdapter, Label } from '@waybill/carriers/carrier-adapter'
import type { Carriers } from '@waybill/carriers/registry'
import { transact } from '@waybill/chassis/postgres/database'
import type { PublicBooking } from '@waybill/contracts/booking'
import { eventually } from '@waybill/testing/eventually'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { writeErased } from '../erasure/repository.ts'
import { aBookingSystem, type BookingSystem, type RunningBooking } from '../testing/booking-system.ts'
import { aMerchant, dataOf, type Merchant } from '../testing/merchant-calls.ts'

interface Held {
  /** The label, once the carrier has given it; the service has it only after `release`. */
  printed: Promise<Label>
  release(): void
}

/** Carriers whose next label is held back on its way on demand; those after it are not. */
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
  system = await aBookingSystem()
  labels = holdable(system.impatient())
  booking = await system.start({ carriers: labels.carriers })
}, 120_000)
afterAll(async () => {
  await booking?.stop()
  await system?.stop()
})

async function booked() {
  const merchant = aMerchant(system, booking)
  const { shipmentId, optionId } = await merchant.offer()
  const { booking_id: bookingId } = dataOf<PublicBooking>(await merchant.book(shipmentId, optionId))
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

test('whoever asks for the label right after the change gets the new one, in each form', async () => {
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

test('a label that was on its way when the address changed again is not kept; the newest one is fetched', async () => {
  const { merchant, shipmentId, bookingId } = await booked()
  const held = labels.holdNext()
  await move(merchant, shipmentId, '9 Other Street')
  const stale = await held.printed
  await move(merchant, shipmentId, '11 Third Street')
  held.release()
  await labelArrived(bookingId)
  expect((await merchant.label(bookingId, {})).content.equals(stale.bytes)).toBe(false)
})

test('a form that somebody had asked for before the change is not kept either', async () => {
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

test('a label that comes after the erasure is not kept', async () => {
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
