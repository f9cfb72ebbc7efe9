/** Metrics as processes show them, and as a Prometheus that scrapes them knows them. */
import { scrapeTargets } from './stack-files.ts'

/** Of each metric, by name: its labels, and the values that each of them was seen with. */
export type Exposed = Map<string, Map<string, Set<string>>>

// Prometheus makes these itself, or gives these labels to every target.
const TARGET_LABELS = ['job', 'instance', 'service']
const MADE_BY_PROMETHEUS: Record<string, Record<string, string[]>> = {
  up: {},
  ALERTS: { alertname: [], alertstate: ['pending', 'firing'], severity: [] },
}

export async function scrapeAll(): Promise<Exposed> {
  const exposed: Exposed = new Map()
  const note = (metric: string, label: string, value?: string) => {
    const labels = exposed.get(metric) ?? new Map<string, Set<string>>()
    const values = labels.get(label) ?? new Set()
    if (value !== undefined) values.add(value)
    exposed.set(metric, labels.set(label, values))
  }
  const services: string[] = []
  for (const { targets, labels } of scrapeTargets()) {
    services.push(labels.service)
    const response = await fetch(`http://${targets[0]}/metrics`)
    if (!response.ok) throw new Error(`${labels.service} answers ${response.status} to a scrape`)
    for (const line of (await response.text()).split('\n')) {
      const sample = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? /.exec(line)
      const metric = sample?.[1]
      if (metric === undefined) continue
      for (const label of TARGET_LABELS) note(metric, label)
      for (const [, label = '', value = ''] of (sample?.[2] ?? '').matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g))
        note(metric, label, value)
    }
  }
  for (const [metric, labels] of Object.entries(MADE_BY_PROMETHEUS)) {
    for (const label of TARGET_LABELS) note(metric, label)
    for (const [label, values] of Object.entries(labels)) {
      note(metric, label)
      for (const value of values) note(metric, label, value)
    }
  }
  for (const labels of exposed.values()) {
    labels.get('job')?.add('waybill')
    for (const service of services) labels.get('service')?.add(service)
  }
  return exposed
}
