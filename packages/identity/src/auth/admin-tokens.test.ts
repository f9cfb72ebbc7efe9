import { expect, test } from 'vitest'
import { adminTokens } from './admin-tokens.ts'

const [ada, grace] = ['a'.repeat(24), 'g'.repeat(24)]

test('reads the single token and the named ones', () => {
  expect(adminTokens({ single: 'any token: as before', named: null })).toEqual([
    { name: 'admin', token: 'any token: as before' },
  ])
  expect(adminTokens({ single: 'the demo', named: ` ada:${ada}, grace@example.com:${grace},ada:${grace}, ` })).toEqual([
    { name: 'admin', token: 'the demo' },
    { name: 'ada', token: ada },
    { name: 'grace@example.com', token: grace },
    { name: 'ada', token: grace },
  ])
})

test('one of the two variables is required', () => {
  expect(() => adminTokens({ single: null, named: null })).toThrow('WAYBILL_ADMIN_TOKEN or WAYBILL_ADMIN_TOKENS')
  expect(() => adminTokens({ single: null, named: ' , ' })).toThrow('WAYBILL_ADMIN_TOKEN or WAYBILL_ADMIN_TOKENS')
})

test.each([
  ['a token without a name', ada, 'an entry'],
  ['a name without a token', 'ada:', 'an entry'],
  ['a short token', 'ada:hunter2', 'the token of ada'],
  ['a name with spaces', `ada lovelace:${ada}`, 'an entry'],
])('rejects %s without showing it', (_what, named, which) => {
  expect(() => adminTokens({ single: null, named: `grace:${grace},${named}` })).toThrow(
    new RegExp(`^(?=.*WAYBILL_ADMIN_TOKENS is invalid in ${which}: expected name:token)(?!.*(${ada}|hunter2))`, 's'),
  )
})
