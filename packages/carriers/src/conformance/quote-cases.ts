import assert from 'node:assert/strict'
import { isCurrency } from '@waybill/contracts/values/money'
import { mayBeDiscovered } from '../service-limits.ts'
import type { ConformanceCase } from './conformance-case.ts'
import { aCall, anAccount, expectKind, SLOW_MS, wasSlow } from './fixtures.ts'

export const quoteCases: ConformanceCase[] = [
  {
    name: 'a quote offers known services at whole minor units, valid from now on',
    async run({ adapter, served }) {
      const { offers } = expectKind(await adapter.quote(served, aCall(anAccount())), 'offers')
      assert.ok(offers.length > 0, 'no offer was made')
      const { discoversServices = false, services } = adapter.descriptor
      for (const offer of offers) {
        assert.ok(
          discoversServices
            ? mayBeDiscovered(offer.serviceCode)
            : services.some(({ serviceCode }) => serviceCode === offer.serviceCode),
        )
        assert.ok(
          !discoversServices || (offer.serviceName && offer.carriedBy),
          'the service or its carrier has no name',
        )
        assert.ok(isCurrency(offer.currency), `${offer.currency} is not an active ISO 4217 currency`)
        assert.ok(Number.isInteger(offer.exponent) && offer.exponent >= 0 && offer.exponent <= 4)
        assert.ok(Number.isSafeInteger(offer.amountMinor) && offer.amountMinor > 0)
        assert.ok(Number.isSafeInteger(offer.taxMinor) && offer.taxMinor >= 0)
        const lines = offer.priceLines ?? []
        const sum = lines.reduce((total, { amountMinor }) => total + amountMinor, 0)
        assert.ok(lines.length === 0 || sum === offer.amountMinor, 'the price lines are not the amount')
        assert.ok(offer.etaFromAt.getTime() <= offer.etaToAt.getTime())
        assert.ok(offer.expiresAt.getTime() > Date.now())
      }
    },
  },
  {
    name: 'a transport that no service takes is not served, with a reason',
    async run({ adapter, notServed }) {
      const outcome = expectKind(await adapter.quote(notServed, aCall(anAccount())), 'not_served')
      assert.ok(outcome.code !== '' && outcome.message !== '')
    },
  },
  {
    name: 'a quote is retried after a 5xx and after a 429',
    overNetwork: true,
    async run({ adapter, server, served }) {
      const account = anAccount()
      const fault = {
        carrierAccountId: account.carrierAccountId,
        operation: 'quote',
        times: 1,
        retryAfterMs: 0,
      } as const
      await server.order({ ...fault, mode: '500' })
      await server.order({ ...fault, mode: '429' })
      expectKind(await adapter.quote(served, aCall(account)), 'offers')
    },
  },
  {
    name: 'a slow quote is awaited until its deadline, and no longer',
    overNetwork: true,
    async run({ adapter, server, served }) {
      const account = anAccount()
      const { carrierAccountId } = account
      await server.order({ carrierAccountId, operation: 'quote', mode: 'slow', times: 2, delayMs: SLOW_MS })
      const { failure } = expectKind(await adapter.quote(served, aCall(account, { deadlineMs: 300 })), 'failed')
      assert.ok(failure.retryable)
      const startedAt = performance.now()
      expectKind(await adapter.quote(served, aCall(account)), 'offers')
      assert.ok(wasSlow(performance.now() - startedAt), 'the answer was not slow')
    },
  },
  {
    name: 'a quote that is never answered fails at its deadline, retryable',
    overNetwork: true,
    async run({ adapter, server, served }) {
      const account = anAccount()
      await server.order({ carrierAccountId: account.carrierAccountId, operation: 'quote', mode: 'timeout', times: 1 })
      const startedAt = performance.now()
      const { failure } = expectKind(await adapter.quote(served, aCall(account, { deadlineMs: 300 })), 'failed')
      assert.ok(performance.now() - startedAt < 2_000)
      assert.ok(failure.retryable)
      assert.equal(failure.httpStatus, null)
    },
  },
  {
    name: 'a malformed answer to a quote is a failure, not an exception',
    overNetwork: true,
    async run({ adapter, server, served }) {
      const account = anAccount()
      await server.order({
        carrierAccountId: account.carrierAccountId,
        operation: 'quote',
        mode: 'malformed',
        times: 1,
      })
      const { failure } = expectKind(await adapter.quote(served, aCall(account)), 'failed')
      assert.equal(failure.carrierCode, adapter.descriptor.carrierCode)
    },
  },
  {
    name: 'a page of maintenance with status 200 is a failure that quotes it, and the next quote succeeds',
    overNetwork: true,
    appliesTo: ({ simulated }) => !simulated,
    async run({ adapter, server, served }) {
      const account = anAccount()
      const { carrierAccountId } = account
      await server.order({ carrierAccountId, operation: 'quote', mode: 'maintenance', times: 1 })
      const { failure } = expectKind(await adapter.quote(served, aCall(account)), 'failed')
      assert.equal(failure.code, 'malformed_answer')
      assert.match(failure.message, /Scheduled maintenance/)
      expectKind(await adapter.quote(served, aCall(account)), 'offers')
    },
  },
  {
    name: 'a carrier that cannot be reached fails, retryable',
    overNetwork: true,
    async run({ adapter, served }) {
      // RFC 6761, 6.4: names under .invalid do not resolve.
      const account = { ...anAccount(), endpoint: 'https://carrier.invalid' }
      const { failure } = expectKind(await adapter.quote(served, aCall(account)), 'failed')
      assert.ok(failure.retryable)
    },
  },
]
