/**
 * 1,000 clients that stall: while they send bodies, read a large label, or follow a stream. Shows the memory of gateway and
 * booking service, how many clients were rejected at once, and how many were dropped.
 */
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { aShipmentDocument } from '@waybill/testing/builders'
import pg from 'pg'
import { findService } from '../../faults/processes.ts'
import { post } from '../post.ts'
import type { ResultRow } from '../result-row.ts'
import type { Bench } from '../scenarios.ts'
import { createKey, createTenant } from './tenant.ts'

const CLIENTS = 1_000
/** Connections that open at the same time. */
const WAVE = 50
const STALL_MS = 45_000
const READ_MS = 15_000
const MIB = 1024 * 1024
/** Larger than any real label: the buffers of the system's sockets take 8 MiB. */
const LABEL_MIB = 32

interface Client {
  socket: Socket
  status: number | null
  isClosed: boolean
}

/** Sends a request from one of 50 loopback addresses, reads the status line of its answer, and then nothing. */
function stall(baseUrl: string, index: number, head: string[], body: Buffer | null): Client {
  const { hostname, port } = new URL(baseUrl)
  const localAddress = `127.0.1.${1 + (index % 50)}`
  const socket = connect({ host: hostname === 'localhost' ? '127.0.0.1' : hostname, port: Number(port), localAddress })
  const client: Client = { socket, status: null, isClosed: false }
  socket
    .on('error', () => {})
    .on('close', () => {
      client.isClosed = true
    })
  socket.once('data', (answer) => {
    client.status = Number(answer.toString('latin1').split(' ', 2)[1])
    socket.pause()
  })
  socket.write(`${[...head, 'host: bench'].join('\r\n')}\r\n\r\n`)
  if (body) socket.write(body)
  return client
}

async function measure(bench: Bench, kind: string, open: (index: number) => Client) {
  const services = ['gateway', 'booking']
  const memory = () => services.map((service) => residentMiB(findService(bench.stackPid, service)))
  const before = memory()
  const clients: Client[] = []
  for (let index = 0; index < CLIENTS; index++) {
    clients.push(open(index))
    if (index % WAVE === WAVE - 1) await sleep(100)
  }
  let most = memory()
  for (const endsAt = performance.now() + STALL_MS; performance.now() < endsAt; await sleep(500)) {
    most = memory().map((mib, index) => Math.max(mib, most[index] ?? 0))
  }
  // A reader that stalls notices the end of its connection when it has read what was sent before.
  for (const { socket } of clients) socket.resume()
  await sleep(READ_MS)
  const isRejected = ({ status }: Client) => status === 429 || status === 503
  const accepted = clients.filter((client) => !isRejected(client))
  const dropped = accepted.filter(({ isClosed }) => isClosed).length
  for (const { socket } of clients) socket.destroy()
  await sleep(2_000)
  const after = memory()
  return {
    clients: kind,
    rejected: clients.length - accepted.length,
    dropped,
    'left open': accepted.length - dropped,
    ...Object.fromEntries(
      services.map((service, index) => [`${service} MiB`, `${before[index]} → ${most[index]} → ${after[index]}`]),
    ),
  }
}

export function residentMiB(pid: number | null): number {
  const kib = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return Math.round(Number(kib) / 1024)
}

export async function stalled(bench: Bench): Promise<ResultRow[]> {
  const { sandbox, databaseUrl } = bench
  const tenants = await Promise.all(Array.from({ length: 5 }, () => createTenant(sandbox)))
  const keys = await Promise.all(
    Array.from({ length: 20 }, (_, index) => createKey(sandbox, tenants[index % 5]?.environmentId ?? '')),
  )
  const shipment = await post(sandbox, '/api/v1/shipments', aShipmentDocument())
  const { options } = await post(sandbox, '/api/v1/quotes', { shipment_id: shipment.shipment_id })
  const path = `/api/v1/shipments/${shipment.shipment_id}/book`
  const booking = await post(sandbox, path, { quote_option_id: options[0].quote_option_id })
  const label = new URL(booking.label_url)
  const db = new pg.Client({ connectionString: databaseUrl })
  await db.connect()
  const { rowCount } = await db.query('update booking.label set content = $2 where booking_id = $1', [
    booking.booking_id,
    Buffer.concat([Buffer.from('%PDF-'), randomBytes(LABEL_MIB * MIB)]),
  ])
  await db.end()
  if (rowCount !== 1) throw new Error('the label of the booking is not stored')

  const chunk = Buffer.concat([Buffer.from('60000\r\n'), Buffer.alloc(380 * 1024, ' ')])
  const tracking = new URL(shipment.tracking_url)
  const rows = [
    await measure(bench, 'sending bodies', (index) =>
      stall(
        sandbox.base_url,
        index,
        [
          'POST /api/v1/shipments HTTP/1.1',
          `authorization: Bearer ${keys[index % keys.length]}`,
          'content-type: application/json',
          'transfer-encoding: chunked',
        ],
        chunk,
      ),
    ),
    await measure(bench, `reading a label of ${LABEL_MIB} MiB`, (index) =>
      stall(sandbox.base_url, index, [`GET ${label.pathname}${label.search} HTTP/1.1`], null),
    ),
    await measure(bench, 'following a tracking page', (index) =>
      stall(sandbox.base_url, index, [`GET ${tracking.pathname}/stream HTTP/1.1`], null),
    ),
  ]
  console.log(`${CLIENTS} clients that stall for ${STALL_MS / 1_000} s; memory before, at most, and after:`)
  console.table(rows)
  return []
}
