import { expect, test } from 'vitest'
import { localReceivers } from './local-receivers.ts'

const url = 'http://localhost:8080'

test('receivers on this machine are allowed while only this machine reaches the API', () => {
  expect(localReceivers({ HOST: '127.0.0.1', WAYBILL_PUBLIC_URL: url })).toEqual({
    allowedCidrs: ['127.0.0.0/8', '::1/128'],
    allowHttp: true,
  })
})

test.each([
  { HOST: '0.0.0.0', WAYBILL_PUBLIC_URL: url },
  { HOST: '127.0.0.1', WAYBILL_PUBLIC_URL: 'https://waybill.example.com' },
])('nothing private is allowed with %j', (api) => {
  expect(localReceivers(api)).toEqual({ allowedCidrs: [], allowHttp: false })
})
