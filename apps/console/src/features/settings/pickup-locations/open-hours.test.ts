import { expect, test } from 'vitest'
import { describeHours, type WeeklyHours, weekdayName } from './open-hours.ts'

const closed: WeeklyHours = {
  monday: [],
  tuesday: [],
  wednesday: [],
  thursday: [],
  friday: [],
  saturday: [],
  sunday: [],
}
const day = [{ from: '09:00', to: '18:00' }]

test('days in a row with the same hours are named together', () => {
  const work = { monday: day, tuesday: day, wednesday: day, thursday: day, friday: day }
  expect(describeHours({ ...closed, ...work }, 'en')).toBe('Mon – Fri 09:00–18:00')
  expect(describeHours({ ...closed, ...work, wednesday: [] }, 'en')).toBe(
    'Mon – Tue 09:00–18:00, Thu – Fri 09:00–18:00',
  )
  const saturday = [{ from: '10:00', to: '12:00' }, { from: '13:00', to: '24:00' }] // biome-ignore format: one line
  expect(describeHours({ ...closed, saturday }, 'en')).toBe('Sat 10:00–12:00 + 13:00–24:00')
})

test('weekdays have the names of the language', () => {
  expect(weekdayName('monday', 'en')).toBe('Monday')
  expect(weekdayName('sunday', 'de')).toBe('Sonntag')
})
