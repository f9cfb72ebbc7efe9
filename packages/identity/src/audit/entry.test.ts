import { expect, test } from 'vitest'
import { targetOfPath } from './entry.ts'

test('the target is the last parameter of the path, in the merchant and environment before it', () => {
  const none = { targetType: null, targetId: null, merchantId: null, environmentId: null }
  expect(targetOfPath({})).toEqual(none)
  expect(targetOfPath({ key_id: 'key_1' })).toEqual({ ...none, targetType: 'key', targetId: 'key_1' })
  expect(targetOfPath({ environment_id: 'env_1', booking_id: 'bkg_1' })).toEqual({
    targetType: 'booking',
    targetId: 'bkg_1',
    merchantId: null,
    environmentId: 'env_1',
  })
  expect(targetOfPath({ merchant_id: 'mer_1' })).toMatchObject({ targetType: 'merchant', merchantId: 'mer_1' })
})

test('no more of a path is stored than an id needs', () => {
  expect(targetOfPath({ environment_id: 'x'.repeat(10_000) })).toMatchObject({
    targetId: 'x'.repeat(64),
    environmentId: 'x'.repeat(64),
  })
})
