/** Every PromQL expression of the alert rules and the dashboards. */
import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parse } from 'yaml'

const folder = resolve(import.meta.dirname, '../../deploy/observability')
const dashboardsFolder = join(folder, 'grafana/dashboards')

export interface Expression {
  /** File and alert or panel. */
  where: string
  text: string
}

export interface Rule {
  alert: string
  expr: string
  annotations: { runbook: string }
}

interface Dashboard {
  uid: string
  templating: { list: { name: string; query: { query: string } }[] }
  panels: {
    id: number
    title: string
    datasource?: { uid: string }
    targets?: { expr: string; legendFormat: string }[]
  }[]
}

export function alertRules(): Rule[] {
  const { groups } = parse(readFileSync(join(folder, 'alerts.yml'), 'utf8')) as { groups: { rules: Rule[] }[] }
  return groups.flatMap(({ rules }) => rules)
}

export const dashboards = (): { file: string; dashboard: Dashboard }[] =>
  readdirSync(dashboardsFolder).map((file) => ({
    file,
    dashboard: JSON.parse(readFileSync(join(dashboardsFolder, file), 'utf8')) as Dashboard,
  }))

/** The expression as Grafana sends it, with an interval in place of its variable. */
const withInterval = (expression: string) => expression.replaceAll('$__rate_interval', '5m')

export function allExpressions(): Expression[] {
  const ofAlerts = alertRules().map(({ alert, expr }) => ({ where: `alerts.yml: ${alert}`, text: expr }))
  const ofDashboards = dashboards().flatMap(({ file, dashboard: { panels, templating } }) => [
    ...panels.flatMap(({ title, targets = [] }) =>
      targets.map(({ expr }) => ({ where: `${file}: ${title}`, text: withInterval(expr) })),
    ),
    ...templating.list.map(({ name, query }) => {
      const [, selector, label] = /^label_values\((.*), (\w+)\)$/.exec(query.query) ?? []
      return { where: `${file}: $${name}`, text: `count by (${label}) (${selector})` }
    }),
  ])
  return [...ofAlerts, ...ofDashboards]
}
