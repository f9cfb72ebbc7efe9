/** The codes that clients act on are listed, with a meaning, where developers look for them. */
import { carrierMessageCodes } from '@waybill/contracts/quotes/carrier-message'
import { isDetailCode } from '@waybill/contracts/requests/detail-codes'
import { expect, test } from 'vitest'
import { sourceFiles } from './source-files.ts'

test('zod checks use listed codes: others would be shown as invalid', () => {
  const used = sourceFiles().flatMap((file) =>
    [...file.text.matchAll(/params: \{ code: '(\w+)'/g)].map(([, code]) => ({ path: file.path, code })),
  )
  expect(used).not.toEqual([])
  expect(used.filter(({ code }) => !isDetailCode(code))).toEqual([])
})

/** Where a carrier's answer to a request for offers is made or judged. The simulator's codes reach merchants as they are. */
const ofQuotes =
  /^(?:packages\/carriers\/src|apps\/quoting\/src\/(?:rates|accounts\/origin)|apps\/simulator\/src\/pricing)/
/** Conformance cases are calls of a test, files of the wire name what vendors send, and checks of addresses and pickups make no offers. */
const elsewhere =
  /\/(?:conformance\/|wire\.ts$|(?:address|pickup)-calls\.ts$|mapping\/(?:facts|tracking)\.ts$|mapping\/services\.ts$|mapping\/requests\.ts$)/

/** Codes of other calls than those for offers, and faults of calls, for which merchants get `timeout` or `carrier_unavailable`. */
const notOfOffers = [
  ...['not_offered', 'offer_unknown', 'price_changed', 'bought_otherwise', 'label_error', 'service_unknown'],
  ...['void_refused', 'purchase_refused', 'list_not_filtered', 'media_address_unknown', 'not_found'],
  ...['unreachable', 'connection_broken', 'circuit_open', 'too_many_calls', 'deadline_passed'],
]

/** Texts in the place of a code: `code: 'x'`, `because('x', …)`, `code ?? 'x'`. Tables that map vendors' codes are typed by the list. */
const CODE =
  /(?:\bcode(?::| =)|because\(|problem\(|ownFailure\(|refused\(|[cC]ode \?\?|codes\.get\([^)]*\) \?\?)\s*'([a-z_]+)'/g

test('every code with which a carrier makes no offer is listed, and every listed one exists', () => {
  const files = sourceFiles().filter(({ path, isTest }) => ofQuotes.test(path) && !elsewhere.test(path) && !isTest)
  const used = files.flatMap(({ path, text }) => [...text.matchAll(CODE)].map(([, code = '']) => ({ path, code })))
  expect(used.length).toBeGreaterThan(40)
  const unlisted = used.filter(({ code }) => !(code in carrierMessageCodes) && !notOfOffers.includes(code))
  expect(unlisted).toEqual([])

  const texts = sourceFiles()
    .filter(({ path, isTest }) => /^(?:packages\/carriers|apps\/(?:quoting|simulator))\//.test(path) && !isTest)
    .map(({ text }) => text)
  const isUsed = (code: string) => texts.some((text) => text.includes(`'${code}'`))
  expect(Object.keys(carrierMessageCodes).filter((code) => !isUsed(code))).toEqual([])
  expect(notOfOffers.filter((code) => !isUsed(code) || code in carrierMessageCodes)).toEqual([])
})
