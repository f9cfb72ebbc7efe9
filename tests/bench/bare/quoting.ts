/** gRPC → shipment by gRPC → all carriers in parallel → one prepared statement that writes quote, options and outbox row. */
import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { request } from 'undici'
import { connect, serve } from './chain.ts'

const [port, databaseUrl, service = '', carriersUrl = ''] = process.argv.slice(2)
const callService = connect(service)
const pool = new pg.Pool({ connectionString: databaseUrl, max: 10 })
await pool.query(`
  create table if not exists bare_quote (id uuid primary key, document jsonb not null, created_at timestamptz not null default now());
  create table if not exists bare_quote_option (id uuid primary key, quote_id uuid not null, document jsonb not null);
  create table if not exists bare_quote_outbox (position bigint generated always as identity primary key, payload jsonb not null)`)

const insertion = `
  with quote as (insert into bare_quote (id, document) values ($1, $2) returning id, created_at),
  options as (insert into bare_quote_option (id, quote_id, document) select gen_random_uuid(), quote.id, value
              from quote, jsonb_array_elements($3::jsonb)),
  outbox as (insert into bare_quote_outbox (payload) values ($2))
  select id, created_at from quote`

async function ask(shipment: unknown, delayMs: number) {
  const begunAt = performance.now()
  const { body } = await request(`${carriersUrl}/quotes?delay_ms=${delayMs}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(shipment),
  })
  const offer = await body.json()
  return { offer, tookMs: performance.now() - begunAt }
}

serve(port, {
  async Quote(json) {
    const { delays_ms } = JSON.parse(json.toString()) as { delays_ms: number[] }
    const shipment = JSON.parse((await callService('Read', json)).toString())
    const answers = await Promise.all(delays_ms.map((delayMs) => ask(shipment, delayMs)))
    const options = answers.map(({ offer }) => offer)
    const values = [randomUUID(), { shipment, options }, JSON.stringify(options)]
    const { rows } = await pool.query({ name: 'quote', text: insertion, values })
    const slowest_ms = Math.max(...answers.map(({ tookMs }) => tookMs))
    return Buffer.from(JSON.stringify({ success: true, data: { ...rows[0], options, slowest_ms } }))
  },
})
