// A merchant who never stops, and never sends anything a second time: runs in the cluster until /tmp/stop exists, then
// prints what became of its requests as one line of JSON and exits with 1 if any failed. BASE_URL, TOKEN, WORKERS, PAUSE_MS.
import { existsSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

const { BASE_URL, TOKEN, WORKERS = '2', PAUSE_MS = '1000' } = process.env
const address = (line, latitude, longitude) => ({
  name: 'Load',
  address_line_1: line,
  city: 'London',
  post_code: 'NW1 8AB',
  country: 'GB',
  phone: '+442079460000',
  latitude,
  longitude,
})
const aShipment = (n) => ({
  merchant_order_ref: `LOAD-${process.env.HOSTNAME}-${n}`,
  collection_date: new Date(Date.now() + 86_400_000).toISOString(),
  pickup_address: address('12 Market Street', 51.5392, -0.1426),
  dropoff_address: address('7 River Road', 51.5308, -0.0973),
  parcels: [{ title: 'Box of bread', weight_kg: 1.25, length_cm: 30, width_cm: 20, height_cm: 15.5 }],
})

const durationsMs = []
const failures = []
const answers = {}

/** `expected`: the statuses that are a success; 202 is a booking that the carrier takes long over. */
async function request(method, path, expected, body) {
  const startedAt = performance.now()
  const name = `${method} ${path.replace(/[a-z]+_[0-9a-z]{20,}/g, ':id')}`
  try {
    const response = await fetch(`${BASE_URL}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${TOKEN}`,
        ...(body && { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() }),
      },
      body: body && JSON.stringify(body),
      signal: AbortSignal.timeout(15_000),
    })
    const text = await response.text()
    answers[`${name} ${response.status}`] = (answers[`${name} ${response.status}`] ?? 0) + 1
    if (!expected.includes(response.status)) throw new Error(`${response.status} ${text.slice(0, 300)}`)
    return JSON.parse(text).data
  } catch (error) {
    const reason = error.cause ? `${error.message}: ${error.cause.code ?? error.cause.message}` : error.message
    failures.push(`${new Date().toISOString()} ${name}: ${reason}`)
    console.error(failures.at(-1))
  } finally {
    durationsMs.push(performance.now() - startedAt)
  }
}

async function journey(n) {
  const shipment = await request('POST', '/api/v1/shipments', [201], aShipment(n))
  if (!shipment) return
  await request('GET', `/api/v1/shipments/${shipment.shipment_id}`, [200])
  const quote = await request('POST', '/api/v1/quotes', [201], { shipment_id: shipment.shipment_id })
  const option = quote?.options[0]
  if (!option) return
  const { quote_option_id } = option
  await request('POST', `/api/v1/shipments/${shipment.shipment_id}/book`, [201, 202], { quote_option_id })
  await request('GET', '/api/v1/shipments?limit=5', [200])
}

const stopped = () => existsSync('/tmp/stop')
async function worker(index) {
  for (let n = 0; !stopped(); n++) {
    await journey(`${index}-${n}`)
    await sleep(Number(PAUSE_MS))
  }
}

await Promise.all(Array.from({ length: Number(WORKERS) }, (_, index) => worker(index)))
durationsMs.sort((a, b) => a - b)
const quantile = (q) => Math.round(durationsMs[Math.floor((durationsMs.length - 1) * q)] ?? 0)
const { length: requests } = durationsMs
console.log(JSON.stringify({ requests, failed: failures.length, p50Ms: quantile(0.5), p99Ms: quantile(0.99), answers }))
process.exit(failures.length === 0 && requests > 0 ? 0 : 1)
