// Load generator: creates, quotes, books and reads shipments. Counts failures and retries them
// with the same idempotency key, as a careful client does. On SIGTERM it prints one line of JSON and exits
// with 1 if an operation never succeeded or took effect twice. Variables: BASE_URL, TOKEN, WORKERS, PAUSE_MS.
import { setTimeout as sleep } from 'node:timers/promises'

const { BASE_URL, TOKEN, WORKERS = '4', PAUSE_MS = '200' } = process.env
const GIVE_UP_AFTER_MS = 60_000
const address = (line, latitude, longitude) => ({
  name: 'Load',
  phone: '+442079460000',
  address_line_1: line,
  city: 'London',
  post_code: 'NW1 8AB',
  country: 'GB',
  latitude,
  longitude,
})
const aShipment = (reference) => ({
  merchant_order_ref: reference,
  collection_date: new Date(Date.now() + 86_400_000).toISOString(),
  pickup_address: address('12 Market Street', 51.5392, -0.1426),
  dropoff_address: address('7 River Road', 51.5308, -0.0973),
  parcels: [{ title: 'Box of bread', weight_kg: 1.25, length_cm: 30, width_cm: 20, height_cm: 15.5 }],
})

const counts = { operations: 0, requests: 0, failed: 0, unfinished: 0, doubled: 0 }
const durationsMs = []
const bookDurationsMs = []
const answers = {}
const failures = {}
let longestGapMs = 0

async function tryOnce({ name, method, path, expected, headers, body }) {
  const startedAt = performance.now()
  counts.requests += 1
  try {
    const response = await fetch(`${BASE_URL}${path}`, {
      method,
      headers: { authorization: `Bearer ${TOKEN}`, ...headers },
      body,
      signal: AbortSignal.timeout(15_000),
    })
    const text = await response.text()
    const answer = `${name} ${response.status}`
    answers[answer] = (answers[answer] ?? 0) + 1
    if (expected.includes(response.status)) return { data: JSON.parse(text).data }
    return { failure: `${response.status} ${JSON.parse(text).error.code}`, detail: text.slice(0, 300) }
  } catch (error) {
    return { failure: error.cause?.code ?? error.message, detail: String(error.cause ?? error) }
  } finally {
    durationsMs.push(performance.now() - startedAt)
    if (path.endsWith('/book')) bookDurationsMs.push(performance.now() - startedAt)
  }
}

/** The answer's data after as many attempts as needed; null if none succeeded. `expected`: statuses that count as success. */
async function operation(method, path, expected, document) {
  const name = `${method} ${path.split('?')[0].replace(/[a-z]+_[0-9a-z]{20,}/g, ':id')}`
  const startedAt = performance.now()
  const headers = document && { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() }
  const body = document && JSON.stringify(document)
  counts.operations += 1
  for (let retried = false; ; retried = true) {
    const { data, failure, detail } = await tryOnce({ name, method, path, expected, headers, body })
    const elapsedMs = performance.now() - startedAt
    if (failure === undefined) {
      if (retried) longestGapMs = Math.max(longestGapMs, Math.round(elapsedMs))
      return { data, retried }
    }
    counts.failed += 1
    const kind = `${name}: ${failure}`
    if (!failures[kind]) console.error(`${new Date().toISOString()} ${kind}, the first of its kind: ${detail}`)
    failures[kind] = (failures[kind] ?? 0) + 1
    if (elapsedMs > GIVE_UP_AFTER_MS) {
      counts.unfinished += 1
      return { data: null, retried }
    }
    await sleep(100)
  }
}

async function journey(reference) {
  const { data: shipment, retried } = await operation('POST', '/api/v1/shipments', [201], aShipment(reference))
  if (shipment === null) return
  if (retried) {
    const { data: made } = await operation('GET', `/api/v1/shipments?merchant_order_ref=${reference}`, [200])
    if (made?.length !== 1) counts.doubled += 1
  }
  const path = `/api/v1/shipments/${shipment.shipment_id}`
  await operation('GET', path, [200])
  const { data: quote } = await operation('POST', '/api/v1/quotes', [201], { shipment_id: shipment.shipment_id })
  const quote_option_id = quote?.options[0]?.quote_option_id
  // 202: the carrier takes long to confirm the booking.
  if (quote_option_id) await operation('POST', `${path}/book`, [201, 202], { quote_option_id })
  await operation('GET', '/api/v1/shipments?limit=5', [200])
}

let stopped = false
process.once('SIGTERM', () => {
  stopped = true
})
async function worker(index) {
  for (let n = 0; !stopped; n++) {
    await journey(`LOAD-${process.pid}-${Date.now()}-${index}-${n}`)
    await sleep(Number(PAUSE_MS))
  }
}

await Promise.all(Array.from({ length: Number(WORKERS) }, (_, index) => worker(index)))
const measure = (durations) => {
  const sorted = durations.toSorted((a, b) => a - b)
  const quantile = (q) => Math.round(sorted[Math.floor((sorted.length - 1) * q)] ?? 0)
  return { p50Ms: quantile(0.5), p99Ms: quantile(0.99), longestMs: quantile(1) }
}
const times = { ...measure(durationsMs), book: measure(bookDurationsMs), longestGapMs }
console.log(JSON.stringify({ ...counts, ...times, answers, failures }))
process.exit(counts.operations > 0 && counts.unfinished === 0 && counts.doubled === 0 ? 0 : 1)
