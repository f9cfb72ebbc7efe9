/** Every alert has a runbook entry, and every kind of thing that can stand still has an alert. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { stuckKinds } from '@waybill/contracts/stuck-kinds'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const alerts = [...read('deploy/observability/alerts.yml').matchAll(/^ +- alert: (\w+)$/gm)].map(([, name]) =>
  String(name),
)
const guide = read('docs/operations.md')
const runbook = guide.slice(guide.indexOf('\n## Runbook\n'), guide.indexOf('\n## Beyond one machine\n'))
const entries = new Map(
  runbook
    .split(/^### /m)
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

test.each(Object.entries(stuckKinds))('%s is in the list of what stands still', (kind, { alert }) => {
  const row = guide.split('\n').find((line) => line.startsWith(`| \`${kind}\` |`))
  expect(row).toContain(`[${alert}](#${alert.toLowerCase()})`)
})

test('every entry belongs to an alert', () => {
  expect([...entries.keys()].filter((heading) => !alerts.includes(heading))).toEqual([])
})

test('links in entries lead to existing headings', () => {
  const headings = [...guide.matchAll(/^#+ (.+)$/gm)].map(([, text]) =>
    String(text)
      .toLowerCase()
      .replaceAll(/[^\w -]/g, '')
      .replaceAll(' ', '-'),
  )
  const links = [...guide.matchAll(/\]\(#([^)]+)\)/g)].map(([, anchor]) => anchor)
  expect(links.filter((anchor) => !headings.includes(String(anchor)))).toEqual([])
})
