import { expect, test } from 'vitest'
import {
  type AccountRevision,
  accountChange,
  accountRevisionFromChange,
  accountRevisionFromMessage,
  accountRevisionMessage,
  credentialsText,
  readCredentials,
  sealLabel,
} from './account-revision.ts'

const account: AccountRevision = {
  carrierAccountId: 'cac_1',
  environmentId: 'env_1',
  carrierCode: 'paper_plane',
  revision: 3,
  livemode: false,
  endpoint: 'http://127.0.0.1:8080',
  enabled: true,
  deleted: false,
  sealed: { keyId: '2026', sealed: Buffer.from([0, 1, 254, 255]) },
}
const erased: AccountRevision = { ...account, endpoint: null, enabled: false, deleted: true, sealed: null }

test.each([account, erased])('an account survives gRPC and the broker: %#', (given) => {
  expect(accountRevisionFromMessage(accountRevisionMessage(given))).toEqual(given)
  expect(accountRevisionFromChange(JSON.parse(JSON.stringify(accountChange(given))))).toEqual(given)
})

test('credentials are read as they were written, and nothing else is', () => {
  expect(readCredentials(credentialsText({ token: 't' }))).toEqual({ token: 't' })
  for (const text of ['', '{"token":1}', '[]', 'secret']) expect(readCredentials(text)).toBeUndefined()
})

test('credentials are sealed for their account and revision', () => {
  expect(sealLabel(account)).toBe('carrier-account/cac_1/3')
})
