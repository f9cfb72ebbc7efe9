import { expect, test } from 'vitest'
import { eventChoices } from './event-choices.ts'

test('everything, families of several types, and each type', () => {
  expect(eventChoices(['quote.created', 'quote.expired', 'webhook.test'], ['*'])).toEqual([
    '*',
    'quote.*',
    'quote.created',
    'quote.expired',
    'webhook.test',
  ])
})

test('a type that this version does not know stays a choice of the endpoint that has it', () => {
  expect(eventChoices(['quote.created'], ['parcel.lost'])).toEqual(['*', 'quote.created', 'parcel.lost'])
})
