/** Pure: for which pickups an account is asked. */
import type { QuoteOutcome, QuoteRequest } from '@waybill/carriers/carrier-adapter'
import type { CarrierAccount } from '@waybill/contracts/carrier-accounts/carrier-account'
import { areaText, isInArea } from '@waybill/contracts/values/area'

/** Why an account is not asked for a pickup; null: it is. */
export function outsideOrigin(
  { name, origin }: Pick<CarrierAccount, 'name' | 'origin'>,
  { pickup }: Pick<QuoteRequest, 'pickup'>,
): (QuoteOutcome & { kind: 'not_served' }) | null {
  if (origin === null || isInArea(pickup, origin)) return null
  const message = `Account ${name} is only for pickups in ${areaText(origin)}. For other pickups, change its origin or add another account.`
  const pointer = `/pickup_address/${pickup.country === origin.country ? 'post_code' : 'country'}`
  return { kind: 'not_served', code: 'origin_not_served', message, pointer }
}
