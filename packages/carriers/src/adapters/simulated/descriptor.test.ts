import { expect, test } from 'vitest'
import type { CarrierDescriptor } from '../../carrier-descriptor.ts'
import { simulatedDescriptors } from './descriptor.ts'

const descriptors: readonly CarrierDescriptor[] = simulatedDescriptors

test('every carrier and every service has its own code', () => {
  const codes = descriptors.map(({ carrierCode }) => carrierCode)
  const services = descriptors.flatMap((descriptor) => descriptor.services.map(({ serviceCode }) => serviceCode))
  expect(new Set(codes).size).toBe(codes.length)
  expect(new Set(services).size).toBe(services.length)
})

test.for(descriptors)(
  '$carrierCode is simulated, and prints PDF on 4 × 6 inches by default',
  ({ simulated, labels }) => {
    expect(simulated).toBe(true)
    expect(labels[0]).toEqual({ format: 'pdf', size: '4x6' })
  },
)

test('only eco_parcel makes drafts, and eco_parcel alone does not come on demand', () => {
  const having = (predicate: (descriptor: CarrierDescriptor) => boolean) =>
    descriptors.filter(predicate).map(({ carrierCode }) => carrierCode)
  expect(having(({ bookRecovery }) => bookRecovery.kind === 'prepared_id')).toEqual(['eco_parcel'])
  expect(having(({ services }) => services.some(({ onDemand }) => onDemand))).toEqual(['swift_courier', 'city_van'])
})
