/** Metrics that the processes expose, with the labels that Prometheus adds when it scrapes them. */
import { scrapeTargets } from './stack-files.ts'

/** By metric name: its labels and the values seen for each label. */
export type Exposed = Map<string, Map<string, Set<string>>>

// Prometheus adds these labels to every target and creates these metrics.
const TARGET_LABELS = ['job', 'instance', 'service']
const PROMETHEUS_METRICS: Record<string, Record<string, string[]>> = {
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
    if (!response.ok) throw new Error(`scrape of ${labels.service} failed: expected 200, received ${response.status}`)
    for (const line of (await response.text()).split('\n')) {
      const sample = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? /.exec(line)
      const metric = sample?.[1]
      if (metric === undefined) continue
      for (const label of TARGET_LABELS) note(metric, label)
      for (const [, label = '', value = ''] of (sample?.[2] ?? '').matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g))
        note(metric, label, value)
    }
  }
  for (const [metric, labels] of Object.entries(PROMETHEUS_METRICS)) {
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
