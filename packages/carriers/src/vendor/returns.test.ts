import { expect, test } from 'vitest'
import { noOptions } from '../carrier-options.ts'
import { aParcelTransport } from '../testing/transports.ts'
import { askedRoute, returnDecline } from './returns.ts'

const transport = aParcelTransport(436)
const aReturn = { ...transport, options: { ...noOptions, returns: { pay: null, label: 'paper' as const } } }

test('a return is asked for the other way round, and other transports are not', () => {
  expect(askedRoute(transport)).toEqual({ from: transport.pickup, to: transport.dropoff })
  expect(askedRoute(aReturn)).toEqual({ from: transport.dropoff, to: transport.pickup })
})

test('a return across a customs border is refused', () => {
  const dropoff = { ...transport.dropoff, country: 'CA', province: 'ON' }
  expect(returnDecline({ ...aReturn, dropoff }, 'Acme')).toMatchObject({ kind: 'not_served', pointer: '/direction' })
  expect(returnDecline({ ...transport, dropoff }, 'Acme')).toBeNull()
  expect(returnDecline(aReturn, 'Acme')).toBeNull()
})
