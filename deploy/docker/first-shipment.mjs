// helm test: registers, quotes, books and cancels a shipment of a test environment through the gateways at BASE_URL. Starts a
// gateway in this container, for the admin API on its loopback address: that makes a key for an hour, revoked at the end.
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

const { BASE_URL = 'http://gateway', WAYBILL_ADMIN_URL = 'http://127.0.0.1:8081', OPS_PORT = '9090' } = process.env
const NAME = 'Test of the installation'
const LIMIT_MS = 240_000

const log = (line) => console.log(`${new Date().toISOString()}  ${line}`)

async function until(what, get) {
  const end = Date.now() + LIMIT_MS
  let said
  const say = (reason) => {
    if (reason !== said) log(`waiting for ${what}: ${reason}`)
    said = reason
  }
  for (;;) {
    const found = await get().catch((error) => say(error.cause?.code ?? error.message))
    if (found) return found
    if (Date.now() > end) throw new Error(`${what}: not within ${LIMIT_MS / 1000} s`)
    await sleep(1_000)
  }
}

const caller = (base, token) => async (method, path, body) => {
  const response = await fetch(`${base}${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
    body: body && JSON.stringify(body),
    signal: AbortSignal.timeout(20_000),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${method} ${path} answered ${response.status} ${text.slice(0, 500)}`)
  return text === '' ? null : JSON.parse(text).data
}

const toAddress = (line, latitude, longitude) => ({
  name: NAME,
  phone: '+442079460000',
  address_line_1: line,
  city: 'London',
  post_code: 'NW1 8AB',
  country: 'GB',
  latitude,
  longitude,
})

async function walk(token) {
  const call = caller(`${BASE_URL}/api/v1`, token)
  const shipment = await call('POST', '/shipments', {
    merchant_order_ref: `INSTALLATION-${Date.now()}`,
    collection_date: new Date(Date.now() + 86_400_000).toISOString(),
    pickup_address: toAddress('12 Market Street', 51.5392, -0.1426),
    dropoff_address: toAddress('7 River Road', 51.5308, -0.0973),
    parcels: [{ title: 'Box of bread', weight_kg: 1.25, length_cm: 30, width_cm: 20, height_cm: 15.5 }],
  })
  const id = shipment.shipment_id
  log(`registered ${id}`)
  const { options } = await call('POST', '/quotes', { shipment_id: id })
  if (options.length === 0) throw new Error('no carrier offered a rate')
  log(`quoted: ${options.length} offers`)
  await call('POST', `/shipments/${id}/book`, { quote_option_id: options[0].quote_option_id })
  const booking = await until('the booking', async () => {
    const [newest] = await call('GET', `/bookings?shipment_id=${id}`)
    return newest && newest.status !== 'pending' && newest
  })
  log(`booked ${booking.booking_id}: ${booking.status}`)
  await call('POST', `/shipments/${id}/cancel`, { reason_code: 'installation_test' })
  await until('the cancellation', async () => (await call('GET', `/shipments/${id}`)).status === 'cancelled')
  log('cancelled')
}

async function main() {
  const adminToken = readFileSync(process.env.WAYBILL_ADMIN_TOKEN_FILE, 'utf8').trim()
  const admin = caller(WAYBILL_ADMIN_URL, adminToken)
  await until('the gateway of this container', async () => (await fetch(`http://127.0.0.1:${OPS_PORT}/readyz`)).ok)
  const merchants = await admin('GET', '/admin/merchants')
  const merchant =
    merchants.find(({ name }) => name === NAME) ?? (await admin('POST', '/admin/merchants', { name: NAME }))
  const path = `/admin/merchants/${merchant.merchant_id}/environments`
  const environment = (await admin('GET', path))[0] ?? (await admin('POST', path, { mode: 'test' }))
  const expiry = new Date(Date.now() + 3_600_000).toISOString()
  const key = await admin('POST', `/admin/environments/${environment.environment_id}/keys`, {
    name: NAME,
    expires_at: expiry,
  })
  try {
    await walk(key.access_token)
  } finally {
    await admin('DELETE', `/admin/keys/${key.key_id}`)
  }
}

const gateway = spawn(process.execPath, ['src/main.ts'], { stdio: ['ignore', 'ignore', 'inherit'] })
const code = await main().then(
  () => 0,
  (error) => {
    console.error(error)
    return 1
  },
)
gateway.kill('SIGTERM')
process.exitCode = code
