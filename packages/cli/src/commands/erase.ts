/** `waybill admin erase`: erases personal data. */
import { setTimeout as pause } from 'node:timers/promises'
import { Command, InvalidArgumentError } from 'commander'
import { CliError, EXIT } from '../cli-error.ts'
import { type CommandContext, id, print } from '../command-context.ts'
import { table } from '../table.ts'

interface ShipmentToErase {
  shipment_id: string
  merchant_order_ref: string
  status: string
  created_at: string
  erased_at: string | null
  /** Why the shipment cannot be erased now. */
  refusal: string | null
}

interface ServiceErasure {
  tables: Record<string, number>
  erased_at: string | null
  complete: boolean
  hindrance: string | null
}

interface Description {
  shipment_id: string
  services: Record<string, ServiceErasure>
}

interface EraseOptions {
  shipment?: string
  reference?: string
  phone?: string
  email?: string
  note?: string
  dryRun?: boolean
  yes?: boolean
  wait: number
}

const POLL_MS = 500
const WAIT_SECONDS = 60

export function eraseCommand(context: CommandContext): Command {
  return new Command('erase')
    .description('Permanently erase the personal data of shipments in a final status, in every service.')
    .argument('<environment_id>')
    .option('--shipment <shipment_id>', 'one shipment')
    .option('--reference <merchant_order_ref>', 'every shipment with this merchant_order_ref')
    .option('--phone <number>', 'every shipment with this phone number, in any notation')
    .option('--email <address>', 'every shipment that contains this e-mail address')
    .option(
      '--note <text>',
      'reason to store with the erasure, such as a request number; must not contain personal data',
    )
    .option('--dry-run', 'list what would be erased, without erasing it')
    .option('--yes', 'skip the confirmation')
    .option('--wait <seconds>', 'time to wait for every service to finish', seconds, WAIT_SECONDS)
    .action(async (environmentId: string, options: EraseOptions, command: Command) => {
      const path = `/admin/environments/${id(environmentId)}/erasures`
      const found = await search(context, path, searchCriterion(options))
      if (options.dryRun) return await describeAll(context, command, path, found)
      const open = found.filter(({ erased_at, refusal }) => erased_at === null && refusal === null)
      if (open.length === 0) return nothingToErase(context, command, found)
      if (!options.yes && !(await context.confirm(`${listing(found)}Permanently erase ${counted(open.length)}?`))) {
        throw new CliError(EXIT.refused, 'Nothing was erased.')
      }
      for (const { shipment_id } of open) await context.call('POST', path, { shipment_id, note: options.note })
      const descriptions = await untilDone(context, path, open, options.wait * 1_000)
      const erased = await Promise.all(open.map(({ shipment_id }) => search(context, path, { shipment_id })))
      const left = found.filter((shipment) => !open.includes(shipment))
      const shipments = [...erased.flat(), ...left]
      print(context, command, { shipments, descriptions }, () =>
        [listing(shipments), ...descriptions.flatMap(unfinished)].join(''),
      )
    })
}

/** `Number` would read other texts as NaN, a time that never comes. */
function seconds(text: string): number {
  if (/^\d{1,6}$/.test(text)) return Number(text)
  throw new InvalidArgumentError('Expected a whole number of seconds, such as 60.')
}

/** The single search criterion. Throws a CliError unless exactly one was given. */
function searchCriterion({ shipment, reference, phone, email }: EraseOptions): Record<string, string> {
  const given = Object.entries({ shipment_id: shipment, merchant_order_ref: reference, phone, email }).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  )
  if (given.length === 1) return Object.fromEntries(given)
  throw new CliError(EXIT.usage, 'Pass exactly one of --shipment, --reference, --phone and --email.')
}

interface SearchPage {
  shipments: ShipmentToErase[]
  next_cursor: string | null
}

async function search(
  { call }: CommandContext,
  path: string,
  wanted: Record<string, string>,
): Promise<ShipmentToErase[]> {
  const found: ShipmentToErase[] = []
  let cursor: string | null = null
  do {
    const page: SearchPage = await call('POST', `${path}/search`, { ...wanted, ...(cursor && { cursor }) })
    found.push(...page.shipments)
    cursor = page.next_cursor
  } while (cursor !== null)
  return found
}

const describe = ({ call }: CommandContext, path: string, shipmentId: string): Promise<Description> =>
  call('GET', `${path}/${id(shipmentId)}`)

/** Polls until every service has finished or the time is over. Retries while a service is unavailable. */
async function untilDone(
  context: CommandContext,
  path: string,
  shipments: readonly ShipmentToErase[],
  waitMs: number,
): Promise<Description[]> {
  const until = Date.now() + waitMs
  const done: Description[] = []
  for (const { shipment_id } of shipments) {
    for (;;) {
      const description = await describe(context, path, shipment_id).catch((error: unknown) => {
        if (!(error instanceof CliError)) throw error
        return error
      })
      const isOver = Date.now() >= until
      if (description instanceof CliError) {
        if (isOver)
          throw new CliError(
            EXIT.refused,
            `The erasure continues in the background, but its progress cannot be read: ${description.message}`,
          )
      } else if (isOver || unfinished(description).length === 0) {
        done.push(description)
        break
      }
      await pause(POLL_MS)
    }
  }
  return done
}

/** One line per service that has not finished, with the reason. */
const unfinished = ({ shipment_id, services }: Description): string[] =>
  Object.entries(services)
    .filter(([, { complete }]) => !complete)
    .map(([service, { erased_at, hindrance }]) => {
      const state = erased_at === null ? 'has not started' : `has not finished: ${hindrance ?? 'in progress'}`
      return `${shipment_id}: ${service} ${state}. The erasure continues in the background; check it with --dry-run.\n`
    })

async function describeAll(
  context: CommandContext,
  command: Command,
  path: string,
  found: readonly ShipmentToErase[],
): Promise<void> {
  const descriptions = await Promise.all(found.map(({ shipment_id }) => describe(context, path, shipment_id)))
  const erased = descriptions.filter((_description, index) => found[index]?.erased_at)
  print(context, command, { shipments: found, descriptions }, () =>
    [listing(found), storedRows(descriptions), ...erased.flatMap(unfinished)].join(''),
  )
}

/** Number of rows by service and table, for all shipments together. */
function storedRows(descriptions: readonly Description[]): string {
  const rows = new Map<string, { service: string; table: string; rows: number }>()
  for (const { services } of descriptions) {
    for (const [service, { tables }] of Object.entries(services)) {
      for (const [name, count] of Object.entries(tables)) {
        const row = rows.get(`${service} ${name}`) ?? { service, table: name, rows: 0 }
        rows.set(`${service} ${name}`, { ...row, rows: row.rows + count })
      }
    }
  }
  const held = [...rows.values()].filter((row) => row.rows > 0)
  return held.length === 0 ? '' : `\n${table(held, ['service', 'table', 'rows'])}`
}

const counted = (count: number): string => (count === 1 ? '1 shipment' : `${count} shipments`)

function nothingToErase(context: CommandContext, command: Command, found: readonly ShipmentToErase[]): void {
  const text = found.length === 0 ? 'No shipment matches.\n' : `${listing(found)}Nothing to erase.\n`
  print(context, command, { shipments: found, descriptions: [] }, () => text)
}

const listing = (found: readonly ShipmentToErase[]): string =>
  table(found, ['shipment_id', 'merchant_order_ref', 'status', 'created_at', 'erased_at', 'refusal'])
