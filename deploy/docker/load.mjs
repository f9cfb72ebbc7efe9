// A merchant who never stops: registers shipments, has them quoted and books them. What fails is counted and sent again,
// with the same idempotency key, as a careful client does. Until SIGTERM; then it prints one line of JSON, and exits with 1
// if an operation never succeeded or had its effect twice. BASE_URL, TOKEN, WORKERS, PAUSE_MS.
import { setTimeout as sleep } from 'node:timers/promises'

const { BASE_URL, TOKEN, WORKERS = '4', PAUSE_MS = '200' } = process.env
const GIVE_UP_AFTER_MS = 60_000
const address = (line, latitude, longitude) => ({
  name: 'Load',
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

const counts = { operations: 0, tries: 0, failed: 0, unfinished: 0, doubled: 0 }
const failures = {}
let longestGapMs = 0

async function tryOnce(method, path, headers, body) {
  counts.tries += 1
  try {
    const response = await fetch(`${BASE_URL}${path}`, {
      method,
      headers: { authorization: `Bearer ${TOKEN}`, ...headers },
      body,
      signal: AbortSignal.timeout(15_000),
    })
    const text = await response.text()
    if (response.ok) return { data: JSON.parse(text).data }
    return { failure: `${response.status} ${JSON.parse(text).error.code}` }
  } catch (error) {
    return { failure: error.cause?.code ?? error.message }
  }
}

/** The answer's data, however many tries it takes; null when it never came. */
async function operation(method, path, document) {
  const startedAt = performance.now()
  const headers = document && { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() }
  counts.operations += 1
  for (let retried = false; ; retried = true) {
    const { data, failure } = await tryOnce(method, path, headers, document && JSON.stringify(document))
    const elapsedMs = performance.now() - startedAt
    if (failure === undefined) {
      if (retried) longestGapMs = Math.max(longestGapMs, Math.round(elapsedMs))
      return { data, retried }
    }
    counts.failed += 1
    const kind = `${method} ${path.replace(/[a-z]+_[0-9a-z]{20,}/g, ':id')}: ${failure}`
    failures[kind] = (failures[kind] ?? 0) + 1
    if (elapsedMs > GIVE_UP_AFTER_MS) {
      counts.unfinished += 1
      return { data: null, retried }
    }
    await sleep(100)
  }
}

async function journey(reference) {
  const { data: shipment, retried } = await operation('POST', '/api/v1/shipments', aShipment(reference))
  if (shipment === null) return
  if (retried) {
    const { data: made } = await operation('GET', `/api/v1/shipments?merchant_order_ref=${reference}`)
    if (made?.length !== 1) counts.doubled += 1
  }
  const { data: quote } = await operation('POST', '/api/v1/quotes', { shipment_id: shipment.shipment_id })
  const quote_option_id = quote?.options[0]?.quote_option_id
  if (quote_option_id) await operation('POST', `/api/v1/shipments/${shipment.shipment_id}/book`, { quote_option_id })
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
console.log(JSON.stringify({ ...counts, longestGapMs, failures }))
process.exit(counts.operations > 0 && counts.unfinished === 0 && counts.doubled === 0 ? 0 : 1)
