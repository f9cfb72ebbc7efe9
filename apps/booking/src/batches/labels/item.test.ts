import { simulatedDescriptors } from '@waybill/carriers/adapters/simulated/descriptor'
import type { CarrierDescriptor } from '@waybill/carriers/carrier-descriptor'
import { expect, test } from 'vitest'
import { formFor, isGivenUp } from './item.ts'

const carrier = (...labels: string[]): CarrierDescriptor => ({
  ...(simulatedDescriptors[0] as CarrierDescriptor),
  labels: labels.map((label) => {
    const [format, size] = label.split(' ') as ['pdf', '4x6']
    return { format, size }
  }),
})
const chooseForm = (given: CarrierDescriptor, format: 'pdf' | 'zpl', parcels = 1) => {
  const { format: chosen, size } = formFor(given, format, parcels)
  return `${chosen} ${size}`
}

test('a document has labels in its own format and size where the carrier makes them', () => {
  const all = carrier('pdf a4', 'pdf 4x6', 'zpl 4x6', 'png 4x6')
  expect(chooseForm(all, 'pdf')).toBe('pdf 4x6')
  expect(chooseForm(all, 'zpl')).toBe('zpl 4x6')
  expect(chooseForm(carrier('pdf 4x6'), 'zpl')).toBe('pdf 4x6')
  expect(chooseForm(carrier('pdf a4'), 'pdf')).toBe('pdf a4')
  expect(chooseForm(carrier('png 4x6'), 'pdf')).toBe('png 4x6')
})

test('what cannot be converted is refused', () => {
  expect(() => chooseForm(carrier('pdf a4'), 'zpl')).toThrow('format zpl')
  expect(() => chooseForm(carrier('zpl 4x6'), 'pdf')).toThrow('format pdf')
  expect(() => chooseForm(carrier('png 4x6'), 'pdf', 2)).toThrow('format pdf')
  expect(() => chooseForm(carrier(), 'pdf')).toThrow('prints no labels')
})

test('a label is tried again for a minute', () => {
  expect(isGivenUp({ attempts: 9, ageMs: 59_000 })).toBe(false)
  expect(isGivenUp({ attempts: 9, ageMs: 60_000 })).toBe(true)
  // The first try, after a time in which nothing worked on the batch.
  expect(isGivenUp({ attempts: 1, ageMs: 90_000 })).toBe(false)
})
