/** Every alert has a runbook entry, and every kind of stuck work has an alert. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { stuckKinds } from '@waybill/contracts/stuck-kinds'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../../..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const alerts = [...read('deploy/observability/alerts.yml').matchAll(/^ +- alert: (\w+)$/gm)].map(([, name]) =>
  String(name),
)
const operations = read('docs/operations.md')
const entries = new Map(
  read('docs/runbook.md')
    .split(/^## /m)
    .slice(1)
    .map((entry): [string, string] => {
      const [heading = '', ...text] = entry.split('\n')
      return [heading, text.join('\n').trim()]
    }),
)

test('the rules see the alerts', () => expect(alerts.length).toBeGreaterThan(20))

test.each(alerts)('%s has an entry that says what to do', (alert) => {
  expect(entries.get(alert)?.length ?? 0).toBeGreaterThan(80)
})

const rules = read('deploy/observability/alerts.yml').split(/^ +- alert: /m)

test.each(Object.entries(stuckKinds))('%s has one alert, the one of its runbook entry', (kind, { alert }) => {
  const ofKind = rules.filter((rule) => rule.includes(`stuck_things{kind="${kind}"}`))
  expect(ofKind.map((rule) => rule.split('\n')[0])).toEqual([alert])
})

test.each(Object.keys(stuckKinds))('%s is in the list of stuck work', (kind) => {
  expect(operations).toMatch(new RegExp(`^\\| \`${kind}\` \\| .{20}`, 'm'))
})

test('every entry belongs to an alert', () => {
  expect([...entries.keys()].filter((heading) => !alerts.includes(heading))).toEqual([])
})
