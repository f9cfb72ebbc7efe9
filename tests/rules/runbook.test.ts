/** Every alert has a runbook entry. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
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
