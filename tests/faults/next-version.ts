/** The next version of the product: a copy of this tree that knows more than this one. */
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')

/** The tables that most requests read or write. The chassis' tables are in the schema of every service. */
const HOT_TABLES = {
  'packages/chassis': ['outbox', 'inbox', 'inbox_parked', 'idempotency_record'],
  'apps/shipment': ['shipment', 'parcel', 'claim', 'timeline'],
  'apps/quoting': ['quote', 'quote_option'],
  'apps/booking': ['booking', 'operation', 'carrier_attempt', 'tracking_fact'],
  'apps/webhook': ['subscription', 'delivery_queue', 'event', 'delivery'],
  'apps/gateway': ['merchant', 'api_key'],
} as const

/** Postgres builds no index of a partitioned table concurrently. */
const PARTITIONED: readonly string[] = ['event', 'delivery']

/** Statements that let the tables hold the new status. */
const CHECKS: Record<string, string[]> = {
  shipment: [
    `alter table shipment drop constraint shipment_status_check,
      add constraint shipment_status_check check (status <> '') not valid`,
  ],
}

/** The column that the next version adds to every hot table. */
export const NEW_COLUMN = 'next_note'
/** The status of bookings and shipments that the next version adds; it reports it where this one says `en_route_to_dropoff`. */
export const NEW_STATUS = 'at_depot'
/** The event type that the next version adds. Its shipment service fills the new column for each such event. */
export const NEW_EVENT_TYPE = `booking.${NEW_STATUS}`

type Edit = [path: string, before: string, after: string]

/** A new status of bookings and shipments, its event types, a consumer of one of them, and a new step of an operation. */
const EDITS: Edit[] = [
  ['packages/contracts/src/bookings/statuses.ts', "  'picked_up',\n", `  'picked_up',\n  '${NEW_STATUS}',\n`],
  ['packages/contracts/src/shipment.ts', "  'in_transit',\n", `  'in_transit',\n  '${NEW_STATUS}',\n`],
  [
    'packages/contracts/src/events/public-event.ts',
    "  'booking.driver_assigned',\n",
    `  'booking.driver_assigned',\n  '${NEW_EVENT_TYPE}',\n  'shipment.${NEW_STATUS}',\n`,
  ],
  [
    'packages/contracts/src/events/topology.ts',
    "shipment: ['booking.updated', ",
    `shipment: ['booking.updated', '${NEW_EVENT_TYPE}', `,
  ],
  [
    'packages/carriers/src/adapters/simulated/mapping/facts.ts',
    "['TO_DROPOFF', 'en_route_to_dropoff']",
    `['TO_DROPOFF', '${NEW_STATUS}']`,
  ],
  ['apps/booking/src/bookings/booking.ts', "  'picked_up',\n", `  'picked_up',\n  '${NEW_STATUS}',\n`],
  [
    'apps/booking/src/bookings/booking.ts',
    '  picked_up: tracked,\n',
    `  picked_up: tracked,\n  ${NEW_STATUS}: tracked,\n`,
  ],
  [
    'apps/booking/src/bookings/changes.ts',
    "  delivered: 'booking.delivered',\n",
    `  delivered: 'booking.delivered',\n  ${NEW_STATUS}: '${NEW_EVENT_TYPE}',\n`,
  ],
  [
    'apps/booking/src/bookings/consequences.ts',
    "    case 'arrived_at_dropoff':\n",
    `    case '${NEW_STATUS}':\n      return condition ?? '${NEW_STATUS}'\n    case 'arrived_at_dropoff':\n`,
  ],
  ['apps/booking/src/lifecycle/fact-folding.ts', '  picked_up: 5,\n', `  picked_up: 5,\n  ${NEW_STATUS}: 5.5,\n`],
  ['apps/booking/src/lifecycle/fact-folding.ts', "  'picked_up',\n", `  'picked_up',\n  '${NEW_STATUS}',\n`],
  [
    'packages/contracts/src/shipments/transitions.ts',
    "  in_transit: ['out_for_delivery',",
    `  ${NEW_STATUS}: ['out_for_delivery', ...always],\n  in_transit: ['${NEW_STATUS}', 'out_for_delivery',`,
  ],
  [
    'apps/shipment/src/consumers.ts',
    "    'booking.updated': {\n",
    `    '${NEW_EVENT_TYPE}': {
      order: 'set',
      async apply(trx, event) {
        const { shipment_id } = event.public.data.object
        await trx.updateTable('shipment').set({ ${NEW_COLUMN}: '${NEW_STATUS}' })
          .where('environment_id', '=', event.environmentId).where('shipment_id', '=', shipment_id).execute()
      },
    },
    'booking.updated': {\n`,
  ],
  // A cancellation begins with a step that this version does not have.
  ['apps/booking/src/operations/operation.ts', "  cancel: ['claim',", "  cancel: ['consider', 'claim',"],
  [
    'apps/booking/src/operations/codec.ts',
    "  cancel: {\n    claim: ['reasonCode'],\n",
    "  cancel: {\n    consider: ['reasonCode'],\n    claim: ['reasonCode'],\n",
  ],
  ['apps/booking/src/use-cases/change.ts', "kind: 'cancel', step: 'claim'", "kind: 'cancel', step: 'consider'"],
  [
    'apps/booking/src/saga/steps/cancel.ts',
    'async function claim(',
    `async function consider(work) {
  return await work.commit(async () => ({ to: 'claim', desired: work.operation.desired }))
}

async function claim(`,
  ],
  ['apps/booking/src/saga/steps/cancel.ts', '\n  claim,\n', '\n  consider,\n  claim,\n'],
]

export interface NextVersion {
  root: string
  remove(): void
}

/** Copies the tree to a temporary directory and changes the copy. Throws if an edit no longer fits this tree. */
export function makeNextVersion(): NextVersion {
  const next = mkdtempSync(join(tmpdir(), 'waybill-next-'))
  for (const folder of ['apps', 'docs', 'packages', 'protos', 'scripts', 'package.json']) {
    cpSync(join(root, folder), join(next, folder), { recursive: true })
  }
  linkPackages(next)
  for (const [path, before, after] of EDITS) edit(join(next, path), before, after)
  for (const [workspace, tables] of Object.entries(HOT_TABLES)) addMigrations(next, workspace, tables)
  return { root: next, remove: () => rmSync(next, { recursive: true, force: true }) }
}

/** Links the installed packages, but gives the copy its own workspaces: Node resolves a link to where it points. */
function linkPackages(next: string): void {
  const installed = join(root, 'node_modules')
  mkdirSync(join(next, 'node_modules/@waybill'), { recursive: true })
  for (const name of readdirSync(installed)) {
    if (name !== '@waybill') symlinkSync(join(installed, name), join(next, 'node_modules', name))
  }
  for (const folder of ['apps', 'packages']) {
    for (const name of readdirSync(join(next, folder))) {
      symlinkSync(join(next, folder, name), join(next, 'node_modules/@waybill', name))
    }
  }
}

function edit(file: string, before: string, after: string): void {
  const text = readFileSync(file, 'utf8')
  if (!text.includes(before)) throw new Error(`${file} has no ${JSON.stringify(before)}: adapt the next version`)
  writeFileSync(
    file,
    text.replace(before, () => after),
  )
}

/** Two migrations for each table: a column, and an index of it. */
function addMigrations(next: string, workspace: string, tables: readonly string[]): void {
  const names = tables.flatMap((table, index) => {
    const [column, indexed] = [`90${index}0-column-of-${table}`, `90${index}1-index-of-${table}`].map((name) =>
      name.replaceAll('_', '-'),
    ) as [string, string]
    const indexName = `${table}_${NEW_COLUMN}`
    write(column, [`alter table ${table} add column ${NEW_COLUMN} text`, ...(CHECKS[table] ?? [])])
    if (PARTITIONED.includes(table)) write(indexed, [`create index ${indexName} on ${table} (${NEW_COLUMN})`])
    else {
      const build = `create index concurrently ${indexName} on ${table} (${NEW_COLUMN})`
      write(indexed, [`drop index if exists ${indexName}`, build], { inBatches: true })
    }
    return [column, indexed]
  })
  const isChassis = workspace === 'packages/chassis'
  const list = join(next, workspace, isChassis ? 'src/postgres/migrate.ts' : 'src/migrations.ts')
  const from = isChassis ? '../../migrations' : '../migrations'
  const added = names.map((name, index) => `import * as added${index} from '${from}/${name}.ts'\n`).join('')
  writeFileSync(list, added + readFileSync(list, 'utf8'))
  const entries = names.map((name, index) => `  '${name}': added${index},\n`).join('')
  const text = readFileSync(list, 'utf8')
  const end = text.indexOf('\n}', text.search(/(?:chassisMigrations|migrations)\b[^\n]* = \{/)) + 1
  writeFileSync(list, text.slice(0, end) + entries + text.slice(end))

  function write(name: string, statements: string[], { inBatches = false } = {}): void {
    const lines = statements.map((statement) => `  await sql\`${statement}\`.execute(db)\n`).join('')
    writeFileSync(
      join(next, workspace, 'migrations', `${name}.ts`),
      `import { sql } from 'kysely'\n\nexport const inBatches = ${inBatches}\nexport async function up(db) {\n${lines}}\n`,
    )
  }
}
