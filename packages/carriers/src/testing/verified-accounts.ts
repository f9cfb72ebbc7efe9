/** Accounts of the conformance suite whose call-backs are registered by their verification. */
import type { CarrierAccount, CarrierAdapter } from '../carrier-adapter.ts'
import { withAccounts } from '../conformance/test-carrier.ts'

/** The adapter, for accounts that get the credentials and are verified once, before their first call. */
export function withVerifiedAccounts(
  adapter: CarrierAdapter,
  callbackUrl: string,
  addCredentials: (account: CarrierAccount) => CarrierAccount,
): CarrierAdapter {
  const { verify, descriptor } = adapter
  if (verify === undefined) throw new TypeError(`the adapter of ${descriptor.name} verifies accounts`)
  const verified = new Map<string, Promise<unknown>>()
  return withAccounts(adapter, async (plain) => {
    const { carrierAccountId } = plain
    const account = addCredentials(plain)
    const call = {
      account: { ...account, endpoint: null },
      deadlineAt: new Date(Date.now() + 10_000),
      requestId: `verify ${carrierAccountId}`,
    }
    const verifying = verified.get(carrierAccountId) ?? verify({ callbackUrl }, call)
    verified.set(carrierAccountId, verifying)
    await verifying
    return account
  })
}
