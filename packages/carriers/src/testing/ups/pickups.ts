/** Pickups that UPS has: one for an address and a day. */
import { refuse } from './bodies.ts'
import type { PickupRequest } from './schemas.ts'
import type { Account } from './store.ts'

interface Pickup {
  account: Account
  /** Equal for requests of the same pickup. */
  key: string
  number: string
  isCancelled: boolean
}

const response = {
  ResponseStatus: { Code: '1', Description: 'Success' },
  TransactionReference: { CustomerContext: '' },
}

export function createPickups() {
  const pickups: Pickup[] = []
  const live = (account: Account) => pickups.filter((one) => one.account === account && !one.isCancelled)
  return {
    count: (carrierAccountId: string): number =>
      pickups.filter(({ account, isCancelled }) => account.carrierAccountId === carrierAccountId && !isCancelled)
        .length,

    /** A repeat is answered with the number of the first one. */
    create({ Shipper, PickupDateInfo, PickupAddress }: PickupRequest, account: Account): object {
      if (Shipper.Account.AccountNumber !== account.accountNumber)
        throw refuse(400, '9510113', 'The account is not authorized for this pickup')
      const key = JSON.stringify([PickupDateInfo.PickupDate, PickupAddress.AddressLine, PickupAddress.PostalCode])
      let found = live(account).find((one) => one.key === key)
      if (!found) {
        found = { account, key, number: `2929${account.accountNumber}${pickups.length}`, isCancelled: false }
        pickups.push(found)
      }
      return {
        PickupCreationResponse: {
          Response: response,
          PRN: found.number,
          WeekendServiceTerritoryIndicator: 'N',
          RateStatus: { Code: '01', Description: 'Rate available' },
          RateResult: { RateType: 'SD', CurrencyCode: 'USD', GrandTotalOfAllCharge: '7.75' },
        },
      }
    },

    cancel(number: unknown, account: Account): object {
      const found = live(account).find((one) => one.number === number)
      if (!found) throw refuse(400, '9510114', 'The pickup request cannot be found, or was already cancelled')
      found.isCancelled = true
      return { PickupCancelResponse: { Response: response, PickupType: '01' } }
    },

    pending: (account: Account): object => ({
      PickupPendingStatusResponse: {
        Response: response,
        PickupType: '01',
        PendingStatus: live(account).map(({ number }) => ({
          PickupType: '01',
          PRN: number,
          PickupStatusMessage: '002',
        })),
      },
    }),
  }
}
