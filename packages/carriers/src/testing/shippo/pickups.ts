/** Pickups of one token at Shippo, which keeps them to itself. */
import { newId } from './bodies.ts'
import type { PickupRequest } from './schemas.ts'
import { type AccountBook, getBought, refusal } from './store.ts'

export function createPickup(book: AccountBook, given: PickupRequest): object {
  for (const id of given.transactions) {
    const { transaction, carrier } = getBought(book, id)
    if (carrier.token !== 'usps') throw refusal(400, { detail: 'Carrier does not support pickups.' })
    if (book.rates.get(transaction.rate)?.rate.carrier_account !== given.carrier_account)
      throw refusal(400, { transactions: [`Transaction ${id} is of another carrier account.`] })
  }
  const at = new Date().toISOString()
  const made = {
    ...given,
    object_id: newId(),
    object_created: at,
    object_updated: at,
    confirmed_start_time: given.requested_start_time,
    confirmed_end_time: given.requested_end_time,
    cancel_by_time: given.requested_start_time,
    status: 'CONFIRMED',
    confirmation_code: `WTC3100${book.pickups.length}`,
    timezone: 'US/Pacific',
    messages: [],
    is_test: book.isTest,
  }
  book.pickups.push(made)
  return made
}
