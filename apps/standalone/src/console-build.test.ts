import { constants } from 'node:os'
import { expect, test } from 'vitest'
import { chooseNiceness } from './console-build.ts'

test('npm waits for the packages at /downloads even if an earlier console is there', () => {
  const { PRIORITY_LOW } = constants.priority
  for (const isConsoleMissing of [true, false]) {
    expect(chooseNiceness('packages', isConsoleMissing)).toBeLessThan(PRIORITY_LOW)
    expect(chooseNiceness('downloads', isConsoleMissing)).toBeLessThan(PRIORITY_LOW)
  }
  expect(chooseNiceness('console', true)).toBeLessThan(PRIORITY_LOW)
  expect(chooseNiceness('console', false)).toBe(PRIORITY_LOW)
})
