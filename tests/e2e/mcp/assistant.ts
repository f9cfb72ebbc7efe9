/** An assistant with the official client: over a child process, or over HTTP. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { type CallToolResult, Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { aShipmentDocument } from '@waybill/testing/builders'
import { eventually } from '@waybill/testing/eventually'
import { programEnvironment } from '@waybill/testing/program-environment'
import { expect, onTestFinished } from 'vitest'
import { sandbox } from '../api.ts'
import { aReference } from '../journeys.ts'

const program = join(import.meta.dirname, '../../../packages/mcp/src/main.ts')
/** A carrier may be slow, and so may the machine. */
const TIMEOUT_MS = 120_000

/** Codes of a product on a busy machine. The SDK has tried three times. */
const IS_BUSY = /\b(service_unavailable|upstream_timeout|idempotency_in_progress|timed_out)\b/

/** `legacy`: the revision 2025-11-25, with a handshake. */
export type Era = 'legacy' | 'modern'
type Form = { action: 'accept'; content: Record<string, boolean> } | { action: 'decline' | 'cancel' }

export interface AssistantOptions {
  token: string
  era?: Era
  /** The user's answer; null: the client cannot ask. */
  user?: Form | null
  /** False: the test answers questions itself. */
  autoFulfill?: boolean
}

export const AGREES: Form = { action: 'accept', content: { book: true } }

export interface Assistant {
  client: Client
  /** Question to the user. */
  questions: string[]
  /** All answers so far, as text, to look for what should not be there. */
  everything(): string
  call(name: string, args?: Record<string, unknown>): Promise<CallToolResult>
  /** The structured content. Calls again while the product is too busy; fails with the text if the tool failed. */
  // biome-ignore lint/suspicious/noExplicitAny: a result of any shape, which the test checks
  use(name: string, args?: Record<string, unknown>): Promise<any>
}

/** The server as the child process of its client. */
export const overStdio = (flags: string[], options: AssistantOptions): Promise<Assistant> => {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [program, ...flags],
    env: environment({ WAYBILL_API_KEY: options.token }),
    stderr: 'ignore',
  })
  return connect(transport, options)
}

/** A client of `startHttpServer`. */
export const overHttp = (url: string, options: AssistantOptions): Promise<Assistant> => {
  const headers = { authorization: `Bearer ${options.token}` }
  return connect(new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }), options)
}

/** The address of a server on a free port. It has no key. */
export async function startHttpServer(flags: string[] = []): Promise<string> {
  const child = spawn(process.execPath, [program, '--http', '0', ...flags], {
    env: environment({}),
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  onTestFinished(async () => {
    child.kill('SIGTERM')
    if (child.exitCode === null) await once(child, 'exit')
  })
  for await (const line of createInterface({ input: child.stderr })) {
    const [, url] = / on (http:\S+) /.exec(line) ?? []
    if (url) return url
  }
  throw new Error('the server ended')
}

const environment = (variables: Record<string, string>) =>
  ({ ...programEnvironment(), WAYBILL_URL: sandbox.base_url, ...variables }) as Record<string, string>

async function connect(
  transport: StdioClientTransport | StreamableHTTPClientTransport,
  { era = 'modern', user = AGREES, autoFulfill = true }: AssistantOptions,
): Promise<Assistant> {
  const mode = era === 'legacy' ? 'legacy' : { pin: '2026-07-28' }
  const client = new Client(
    { name: 'test', version: '1.0.0' },
    {
      capabilities: user === null ? {} : { elicitation: { form: {} } },
      versionNegotiation: { mode, probe: { timeoutMs: TIMEOUT_MS } },
      inputRequired: { autoFulfill },
    },
  )
  const questions: string[] = []
  const results: unknown[] = []
  if (user !== null) {
    client.setRequestHandler('elicitation/create', async ({ params }) => {
      questions.push(params.message)
      return user
    })
  }
  await client.connect(transport)
  onTestFinished(() => client.close())
  const call = async (name: string, args: Record<string, unknown> = {}) => {
    const result = await client.callTool({ name, arguments: args }, { timeout: TIMEOUT_MS })
    results.push(result)
    return result as CallToolResult
  }
  return {
    client,
    questions,
    everything: () => JSON.stringify([questions, results]),
    call,
    async use(name, args) {
      // As the text of these errors tells the assistant. The same arguments change nothing twice.
      const result = await eventually(
        async () => {
          const found = await call(name, args)
          if (found.isError && IS_BUSY.test(toText(found))) throw new Error(toText(found))
          return found
        },
        { timeoutMs: TIMEOUT_MS, intervalMs: 500 },
      )
      expect(result.isError, toText(result)).toBeFalsy()
      return result.structuredContent
    },
  }
}

export const toText = ({ content }: CallToolResult): string =>
  content.map((block) => (block.type === 'text' ? block.text : '')).join('\n')

/** A document with the fields that the tools know. */
export function anOrder(changes: { street?: string; name?: string } = {}) {
  // With coordinates the street has no part in the price.
  const address = (name: string, street: string, latitude: number) => ({
    name,
    address_line_1: street,
    city: 'London',
    country: 'GB',
    latitude,
    longitude: -0.1426,
  })
  const { collection_date, parcels } = aShipmentDocument()
  return {
    merchant_order_ref: aReference(),
    collection_date,
    pickup_address: address('Corner Bakery', '12 Market Street', 51.5392),
    dropoff_address: address(changes.name ?? 'Grace Miller', changes.street ?? '7 River Road', 51.5308),
    parcels,
  }
}

/** Registers an order and gets its offers. */
export async function quoted(assistant: Assistant, changes: Parameters<typeof anOrder>[0] = {}) {
  const rates = await assistant.use('get_rates', { shipment: anOrder(changes) })
  const [offer] = rates.offers
  return { shipment_id: rates.shipment_id as string, offer, booking: toArguments(rates.shipment_id, offer) }
}

const toArguments = (shipment_id: string, { quote_option_id }: { quote_option_id: string }) => ({
  shipment_id,
  quote_option_id,
})
