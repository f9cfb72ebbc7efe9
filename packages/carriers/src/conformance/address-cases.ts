/** Addresses that are known, known otherwise, incomplete, or not known. */
import assert from 'node:assert/strict'
import type { CarrierAddress } from '../carrier-adapter.ts'
import type { ConformanceCase, ConformanceSubject } from './conformance-case.ts'
import { aCall, anAccount, expectKind } from './fixtures.ts'

/** An address that the servers know from `testing/postal-addresses.ts`. */
const home: Partial<CarrierAddress> = {
  addressLine1: '179 N Harbor Dr',
  city: 'Redondo Beach',
  province: 'CA',
  postCode: '90277',
}

async function check({ adapter, served }: ConformanceSubject, fields: Partial<CarrierAddress>) {
  const call = aCall(anAccount())
  const outcome = await adapter.checkAddress?.({ ...served.pickup, ...home, residential: null, ...fields }, call)
  return expectKind(outcome ?? { kind: 'absent' as const }, 'checked').check
}

const addressCase = (name: string, run: ConformanceCase['run']): ConformanceCase => ({
  name,
  appliesTo: ({ checksAddressesIn }) => checksAddressesIn !== undefined,
  run,
})

export const addressCases: readonly ConformanceCase[] = [
  addressCase(
    'an address that is known by another spelling is verified, and is a home or a business',
    async (subject) => {
      const verified = await check(subject, { addressLine1: '179 north harbor drive' })
      assert.deepEqual([verified.status, verified.suggestion, verified.messages], ['verified', {}, []])
      assert.equal(verified.residential, true)
      const shop = { addressLine1: '388 Townsend Street', city: 'San Francisco', postCode: '94107' }
      assert.equal((await check(subject, shop)).residential, false)
    },
  ),
  addressCase('a wrong city and post code are corrected, and nothing else is suggested', async (subject) => {
    const corrected = await check(subject, { city: 'Redondo', postCode: '90211' })
    assert.equal(corrected.status, 'corrected')
    assert.deepEqual(corrected.suggestion, { city: 'REDONDO BEACH', postCode: '90277-2506' })
  }),
  addressCase(
    'a house with flats is doubtful without the number of the flat, in the carrier’s words',
    async (subject) => {
      const doubtful = await check(subject, {
        addressLine1: '10 Many Doors Way',
        city: 'San Francisco',
        postCode: '94107',
      })
      assert.deepEqual([doubtful.status, doubtful.suggestion, doubtful.residential], ['doubtful', {}, null])
      assert.notEqual(doubtful.messages[0]?.message, '')
    },
  ),
  addressCase('an address that is not known is doubtful', async (subject) => {
    const { status, suggestion, messages } = await check(subject, { addressLine1: '1 Nowhere Rd' })
    assert.deepEqual([status, suggestion, messages.length], ['doubtful', {}, 1])
  }),
  {
    ...addressCase('an error, and an answer that cannot be read, are failed checks', async (subject) => {
      const { adapter, server, served } = subject
      for (const mode of ['500', 'malformed'] as const) {
        const account = anAccount()
        await server.order({ carrierAccountId: account.carrierAccountId, operation: 'check_address', mode, times: 4 })
        const outcome = await adapter.checkAddress?.({ ...served.pickup, ...home }, aCall(account))
        expectKind(outcome ?? { kind: 'absent' as const }, 'failed')
      }
    }),
    overNetwork: true,
  },
]
