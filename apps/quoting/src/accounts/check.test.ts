import { easypostDescriptor } from '@waybill/carriers/adapters/easypost/descriptor'
import { expect, test } from 'vitest'
import { assertAccount } from './check.ts'

const check = (services: readonly string[]) =>
  assertAccount({ descriptor: easypostDescriptor }, { services }, { livemode: false, endpointsAllowed: false })

test('services of an aggregator are those that it may have', () => {
  expect(() => check(['usps.priority', 'ups.*', 'fedex.fedex_2_day', 'dhl_express.*'])).not.toThrow()
})

test.each(['swift_now', 'usps', '*', 'usps.', '.priority', 'USPS.Priority', 'usps.**', 'usps priority'])(
  '%s cannot be a service of an aggregator',
  (code) => {
    expect(() => check(['usps.priority', code])).toThrow(
      expect.objectContaining({
        code: 'validation_error',
        details: [expect.objectContaining({ pointer: '/services/1', code: 'unknown_service' })],
        message: `services[1] is not a service of EasyPost: ${code}. Its codes look like usps.priority, or usps.* for all services of USPS.`,
      }),
    )
  },
)

const place = { livemode: false, endpointsAllowed: true }

test.each(['http://127.0.0.1:9', 'http://10.0.0.7/api', 'https://carrier.example', 'http://[::1]:9'])(
  'an endpoint that the operator allows may be %s',
  (endpoint) => expect(() => assertAccount({ descriptor: easypostDescriptor }, { endpoint }, place)).not.toThrow(),
)

test.each([
  'http://169.254.169.254/latest',
  'http://0xa9fea9fe',
  'http://[fd00:ec2::254]',
  'http://[::ffff:a9fe:a9fe]',
])('an endpoint is never %s', (endpoint) => {
  expect(() => assertAccount({ descriptor: easypostDescriptor }, { endpoint }, place)).toThrow(
    'endpoint must not be a link-local address or a metadata service, which Waybill never calls.',
  )
})
