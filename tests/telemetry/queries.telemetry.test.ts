/** Checks dashboards and alerts against the metrics that a running stack exposes. */
import { eventually } from '@waybill/testing/eventually'
import { type HttpReceiver, startHttpReceiver } from '@waybill/testing/http-receiver'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Exposed, scrapeAll } from './exposed.ts'
import { alertRules, allExpressions, dashboards, type Expression } from './expressions.ts'
import { parseSelectors, type Selector } from './promql.ts'
import { driveEverything } from './traffic.ts'

/** Label values that a healthy system does not expose. Each belongs to a fixed list that other code defines. */
const RARE = new Set(['code=UNAUTHENTICATED'])

let receiver: HttpReceiver
let exposed: Exposed

beforeAll(async () => {
  receiver = await startHttpReceiver()
  await driveEverything(receiver)
})
afterAll(() => receiver?.stop())

function findComplaints({ where, text }: Expression): string[] {
  return parseSelectors(text).flatMap((selector) => findFaults(selector).map((fault) => `${where} asks for ${fault}`))
}

function findFaults({ metric, matchers, groupedBy }: Selector): string[] {
  const labels = exposed.get(metric)
  if (labels === undefined) return [`the metric ${metric}, which no process exposes`]
  const unknown = [...groupedBy, ...matchers.map(({ label }) => label)].filter((label) => !labels.has(label))
  const unseen = matchers.filter(({ label, operator, value }) => {
    if (operator !== '=' || RARE.has(`${label}=${value}`)) return false
    return labels.has(label) && !labels.get(label)?.has(value)
  })
  return [
    ...unknown.map((label) => `the label ${label}, which ${metric} does not have`),
    ...unseen.map(({ label, value }) => `${metric}{${label}="${value}"}, which was not seen`),
  ]
}

test('queries only metrics, labels and values that a process exposes', async () => {
  const expressions = allExpressions()
  expect(expressions.length).toBeGreaterThan(100)
  // Some metrics appear later, such as those of exports to the collector.
  await eventually(
    async () => {
      exposed = await scrapeAll()
      expect(expressions.flatMap(findComplaints)).toEqual([])
    },
    { timeoutMs: 30_000, intervalMs: 500 },
  )
})

test('detects metrics, labels and values that no process exposes', async () => {
  exposed = await scrapeAll()
  const complaints = (text: string) => findComplaints({ where: 'here', text })
  expect(complaints('rate(outbox_sighs_total[5m])')).toEqual([expect.stringContaining('the metric outbox_sighs_total')])
  expect(complaints('sum by (mood) (outbox_published_total)')).toEqual([expect.stringContaining('the label mood')])
  expect(complaints('max(webhook_queue_due{lane="fast"})')).toEqual([expect.stringContaining('lane="fast"')])
  expect(complaints('max by (lane) (webhook_queue_due{lane="first"})')).toEqual([])
})

test('links every alert to its runbook entry', () => {
  const rules = alertRules()
  expect(rules.length).toBeGreaterThan(20)
  for (const { alert, annotations } of rules) expect(annotations.runbook).toBe(`docs/runbook.md#${alert.toLowerCase()}`)
})

test.each(dashboards())(
  '$file: has unique ids, a data source per panel, and legends with grouped labels only',
  ({ dashboard }) => {
    const ids = dashboard.panels.map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
    const variables = dashboard.templating.list.map(({ name }) => name)
    for (const { title, datasource, targets = [] } of dashboard.panels) {
      if (targets.length > 0) expect(datasource?.uid, title).toBe('prometheus')
      for (const { expr, legendFormat } of targets) {
        const grouped = parseSelectors(expr.replaceAll('$__rate_interval', '5m')).flatMap(({ groupedBy }) => groupedBy)
        for (const [, label] of legendFormat.matchAll(/\{\{(\w+)\}\}/g))
          expect(grouped, `${title}: ${expr}`).toContain(label)
        for (const [, variable] of expr.matchAll(/\$(\w+)/g))
          expect(['__rate_interval', ...variables]).toContain(variable)
      }
    }
  },
)
