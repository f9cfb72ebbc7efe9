import { i18n } from '@lingui/core'
import { expect, test } from 'vitest'
import { asSentence, fieldName, toProblems } from './problems.ts'

i18n.loadAndActivate({ locale: 'en', messages: {} })

test('a pointer becomes the name of the control', () => {
  expect(fieldName('/parcels/0/weight_kg')).toBe('parcels.0.weight_kg')
  expect(fieldName('/metadata/a~1b~0c')).toBe('metadata.a/b~c')
})

test('each field has its first problem, under the name of the form', () => {
  const details = [
    { pointer: '/pickup_address/post_code', code: 'required', message: 'is required' },
    { pointer: '/pickup_address/post_code', code: 'too_short', message: 'is too short' },
    { pointer: '/url', code: 'invalid_webhook_url', message: 'must be https' },
  ]
  expect(toProblems(details, { rename: (name) => (name === 'url' ? 'address' : name) })).toEqual([
    { name: 'pickup_address.post_code', message: 'Fill this in.', isMissing: true },
    { name: 'address', message: 'Enter an address that begins with https://.' },
  ])
})

test('a field of the form that is empty is missing, whatever the API expects of it', () => {
  const details = [
    { pointer: '/country', code: 'invalid_country', message: 'must be a two-letter ISO 3166-1 code' },
    { pointer: '/phone', code: 'invalid_format', message: 'must be a phone number' },
  ]
  expect(toProblems(details, { isEmpty: (name) => name === 'country' })).toMatchObject([
    { name: 'country', message: 'Choose a country of the list.', isMissing: true },
    { name: 'phone' },
  ])
})

test('a message is shown as a sentence', () => {
  expect(asSentence('must be a number')).toBe('Must be a number.')
  expect(asSentence('Why?')).toBe('Why?')
})
