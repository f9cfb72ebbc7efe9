import { expect, test } from 'vitest'
import { listCountries } from './countries.ts'

test('lists countries by their name in the language, without groups and former codes', () => {
  const english = listCountries('en')
  expect(english).toContainEqual({ code: 'GB', name: 'United Kingdom' })
  expect(listCountries('de')).toContainEqual({ code: 'AT', name: 'Österreich' })
  const codes = english.map(({ code }) => code)
  for (const code of ['EU', 'ZZ', 'DD', 'SU', 'UK']) expect(codes).not.toContain(code)
  expect(codes.length).toBeGreaterThan(230)
})
