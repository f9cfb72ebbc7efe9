import { expect, test } from 'vitest'
import { assignDriver } from './drivers.ts'

test('a job always has the same driver, and each swap brings another one', () => {
  expect(assignDriver('city_van', 'job_1')).toEqual(assignDriver('city_van', 'job_1'))
  const ids = [0, 1, 2, 3].map((turn) => assignDriver('city_van', 'job_1', turn).id)
  expect(new Set(ids).size).toBe(4)
})

test('no driver has a real phone number or mailbox', () => {
  for (let turn = 0; turn < 12; turn++) {
    const { phone, email } = assignDriver('city_van', 'job_1', turn)
    expect(phone).toMatch(/^\+447700900\d{3}$/)
    expect(email).toMatch(/^[a-z.]+@city-van\.example$/)
  }
})
