/** gRPC → one named statement that writes a shipment, its parcels and its outbox row. */
import { randomUUID } from 'node:crypto'
import * as grpc from '@grpc/grpc-js'
import pg from 'pg'
import { Chain, type Document } from './chain.ts'

const [port, databaseUrl] = process.argv.slice(2)
const pool = new pg.Pool({ connectionString: databaseUrl, max: 10 })
await pool.query(`
  create table if not exists bare_shipment (id uuid primary key, document jsonb not null, created_at timestamptz not null default now());
  create table if not exists bare_parcel (id uuid primary key, shipment_id uuid not null, document jsonb not null);
  create table if not exists bare_outbox (position bigint generated always as identity primary key, payload jsonb not null)`)

const statement = `
  with shipment as (insert into bare_shipment (id, document) values ($1, $2) returning id, created_at),
  parcels as (insert into bare_parcel (id, shipment_id, document) select gen_random_uuid(), shipment.id, value
              from shipment, jsonb_array_elements($3::jsonb)),
  outbox as (insert into bare_outbox (payload) values ($2))
  select id, created_at from shipment`

async function create(json: Buffer): Promise<Buffer> {
  const document = JSON.parse(json.toString())
  const values = [randomUUID(), document, JSON.stringify(document.parcels)]
  const { rows } = await pool.query({ name: 'create', text: statement, values })
  return Buffer.from(JSON.stringify({ success: true, data: { ...document, ...rows[0] } }))
}

const server = new grpc.Server()
server.addService(Chain.service, {
  Create(call: grpc.ServerUnaryCall<Document, Document>, callback: grpc.sendUnaryData<Document>) {
    create(call.request.json).then(
      (answer) => callback(null, { json: answer }),
      (error: Error) => callback({ code: grpc.status.INTERNAL, details: error.message }),
    )
  },
})
server.bindAsync(`127.0.0.1:${port}`, grpc.ServerCredentials.createInsecure(), (error) => {
  if (error) throw error
})
