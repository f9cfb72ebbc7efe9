/** gRPC → one prepared statement: one writes a shipment, its parcels and its outbox row, the other reads it. */
import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { serve } from './chain.ts'

const [port, databaseUrl] = process.argv.slice(2)
const pool = new pg.Pool({ connectionString: databaseUrl, max: 10 })
await pool.query(`
  create table if not exists bare_shipment (id uuid primary key, document jsonb not null, created_at timestamptz not null default now());
  create table if not exists bare_parcel (id uuid primary key, shipment_id uuid not null, document jsonb not null);
  create table if not exists bare_outbox (position bigint generated always as identity primary key, payload jsonb not null)`)

const insertion = `
  with shipment as (insert into bare_shipment (id, document) values ($1, $2) returning id, created_at),
  parcels as (insert into bare_parcel (id, shipment_id, document) select gen_random_uuid(), shipment.id, value
              from shipment, jsonb_array_elements($3::jsonb)),
  outbox as (insert into bare_outbox (payload) values ($2))
  select id, created_at from shipment`

serve(port, {
  async Create(json) {
    const document = JSON.parse(json.toString())
    const values = [randomUUID(), document, JSON.stringify(document.parcels)]
    const { rows } = await pool.query({ name: 'create', text: insertion, values })
    return Buffer.from(JSON.stringify({ success: true, data: { ...document, ...rows[0] } }))
  },
  async Read(json) {
    const { shipment_id } = JSON.parse(json.toString())
    const text = 'select document from bare_shipment where id = $1'
    const { rows } = await pool.query({ name: 'read', text, values: [shipment_id] })
    return Buffer.from(JSON.stringify(rows[0].document))
  },
})
