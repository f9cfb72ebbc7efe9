// Checks that Prometheus, Grafana and Jaeger receive all data: node verify.mjs PROMETHEUS [GRAFANA] [JAEGER], each a base
// URL; Grafana is recognized by its health endpoint. Exits with 1 and an error message if a check fails.
import { setTimeout as sleep } from 'node:timers/promises'

const TIMEOUT_MS = 90_000
const services = ['booking', 'gateway', 'quoting', 'shipment', 'simulator', 'webhook']
const { GRAFANA_PASSWORD = 'development-grafana' } = process.env
const [prometheus, ...others] = process.argv.slice(2)

async function json(url, headers = {}) {
  const response = await fetch(url, { headers })
  if (!response.ok) throw new Error(`${url} answers ${response.status}`)
  return response.json()
}

/** Repeats the check until it succeeds; after `TIMEOUT_MS` rethrows its last error. */
async function until(check) {
  for (const deadline = Date.now() + TIMEOUT_MS; ; await sleep(1_000)) {
    try {
      return await check()
    } catch (error) {
      if (Date.now() > deadline) throw error
    }
  }
}

const assertSame = (what, found, expected) => {
  if (String(found) !== String(expected)) throw new Error(`${what}: expected [${expected}], found [${found}]`)
}

await until(async () => {
  const { data } = await json(`${prometheus}/api/v1/targets?state=active`)
  const up = data.activeTargets.filter(({ health }) => health === 'up')
  const found = up.map(({ labels }) => labels.service ?? labels.job).sort()
  assertSame('jobs and services scraped by Prometheus', [...new Set(found)], [...services, 'rabbitmq'].sort())
})
const { data } = await json(`${prometheus}/api/v1/rules`)
const rules = data.groups.flatMap((group) => group.rules)
assertSame(
  'alert rules that fail to evaluate',
  rules.filter(({ health }) => health === 'err').map(({ name }) => name),
  [],
)
console.log(`Prometheus scrapes ${services.length} services and RabbitMQ and evaluates ${rules.length} rules`)
const firing = rules.filter(({ state }) => state === 'firing').map(({ name }) => name)
console.log(`firing: ${firing.join(', ') || 'none'}`)

for (const base of others) {
  await until(async () => {
    const isGrafana = (await fetch(`${base}/api/health`)).headers.get('content-type')?.includes('json')
    if (isGrafana) {
      const authorization = `Basic ${Buffer.from(`admin:${GRAFANA_PASSWORD}`).toString('base64')}`
      const found = await json(`${base}/api/search?type=dash-db&tag=waybill`, { authorization })
      assertSame('Waybill dashboards in Grafana', found.length, 4)
      const source = await json(`${base}/api/datasources/uid/prometheus/health`, { authorization })
      assertSame("health of Grafana's Prometheus data source", source.status, 'OK')
      console.log('Grafana has 4 dashboards and reaches Prometheus')
    } else {
      const found = await json(`${base}/api/services`)
      const missing = services.filter((service) => !found.data.includes(service))
      assertSame('services without traces in Jaeger', missing, [])
      console.log('Jaeger has traces of every service')
    }
  })
}
