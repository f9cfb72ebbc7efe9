import { expect, test } from 'vitest'
import { asSentence, fieldName, toProblems } from './problems.ts'

test('a pointer becomes the name of the control', () => {
  expect(fieldName('/parcels/0/weight_kg')).toBe('parcels.0.weight_kg')
  expect(fieldName('/metadata/a~1b~0c')).toBe('metadata.a/b~c')
})

test('each field has its first problem, under the name of the form', () => {
  const details = [
    { pointer: '/pickup_address/post_code', message: 'is required' },
    { pointer: '/pickup_address/post_code', message: 'is too short' },
    { pointer: '/url', message: 'must be https' },
  ]
  expect(toProblems(details, (name) => (name === 'url' ? 'address' : name))).toEqual([
    { name: 'pickup_address.post_code', message: 'is required' },
    { name: 'address', message: 'must be https' },
  ])
})

test('a message is shown as a sentence', () => {
  expect(asSentence('must be a number')).toBe('Must be a number.')
  expect(asSentence('Why?')).toBe('Why?')
})
