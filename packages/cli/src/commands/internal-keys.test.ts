import { callPairs } from '@waybill/contracts/call-table'
import { expect, test } from 'vitest'
import { waybill } from '../testing/terminal.ts'

test('gives each service only the keys of its calls, and both sides of a call the same key', async () => {
  const { exitCode, out, err } = await waybill(['admin', 'internal-keys'])
  expect([exitCode, err]).toEqual([0, ''])
  const keys = new Map(
    out
      .trim()
      .split('\n')
      .map((line) => line.split('=') as [string, string])
      .map(([name, value]) => [name, value.split(',')]),
  )
  const of = (service: string) => keys.get(`${service.toUpperCase()}_INTERNAL_KEY`) ?? []
  for (const { caller, callee } of callPairs) {
    const key = of(caller).find((item) => item.startsWith(`${caller}/${callee}:`))
    expect(key).toMatch(/:[0-9a-f]{48}$/)
    expect(of(callee)).toContain(key)
    expect([...keys.values()].filter((items) => items.includes(String(key)))).toHaveLength(2)
  }
  expect(of('webhook')).toHaveLength(1)
  expect((await waybill(['admin', 'internal-keys'])).out).not.toBe(out)
})
