import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

/** Bounds of a duration histogram, in seconds: from half a millisecond to half a minute. */
const DURATION_BUCKETS_SECONDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]

interface MetricDefinition<L extends string> {
  name: string
  help: string
  labels?: readonly L[]
}

/**
 * The metrics of one service. A second call with the same name returns the existing metric,
 * so that a part of the chassis can be started more than once in a service.
 */
export interface Metrics {
  readonly service: string
  readonly registry: Registry
  counter<L extends string = never>(definition: MetricDefinition<L>): Counter<L>
  gauge<L extends string = never>(
    definition: MetricDefinition<L> & { collect?: (gauge: Gauge<L>) => void | Promise<void> },
  ): Gauge<L>
  histogram<L extends string = never>(definition: MetricDefinition<L> & { buckets?: readonly number[] }): Histogram<L>
  /** The exposition text and its content type. */
  render(): Promise<{ contentType: string; text: string }>
}

// Process figures (event loop, heap, descriptors) belong to the process: one registry, included in every service's page.
let processRegistry: Registry | undefined

function processMetrics(): Registry {
  if (!processRegistry) {
    processRegistry = new Registry()
    collectDefaultMetrics({ register: processRegistry })
  }
  return processRegistry
}

/** A separate registry for a service. Every metric has the label `service`. */
export function createMetrics(options: { service: string }): Metrics {
  const registry = new Registry()
  registry.setDefaultLabels({ service: options.service })
  const common = <L extends string>({ name, help, labels = [] }: MetricDefinition<L>) => ({
    name,
    help,
    labelNames: labels as L[],
    registers: [registry],
  })
  const existing = <M>(name: string) => registry.getSingleMetric(name) as M | undefined

  return {
    service: options.service,
    registry,
    counter: (definition) => existing(definition.name) ?? new Counter(common(definition)),
    gauge: (definition) => {
      const { collect } = definition
      return (
        existing(definition.name) ??
        new Gauge({
          ...common(definition),
          ...(collect && {
            async collect() {
              await collect(this)
            },
          }),
        })
      )
    },
    histogram: (definition) =>
      existing(definition.name) ??
      new Histogram({ ...common(definition), buckets: [...(definition.buckets ?? DURATION_BUCKETS_SECONDS)] }),
    async render() {
      const pages = await Promise.all([registry.metrics(), processMetrics().metrics()])
      return { contentType: registry.contentType, text: pages.join('\n') }
    },
  }
}
