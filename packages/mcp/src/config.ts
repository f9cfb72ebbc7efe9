/** Flags and variables of the program. */
import { parseArgs } from 'node:util'

export const USAGE = `Usage: waybill-mcp [options]

An MCP server over the Waybill API, on stdio unless --http is given. Without options it offers tools that read, and get_rates.

  --allow-writes          also offer create_shipment, cancel_shipment and book_shipment; booking asks the user first
  --allow-booking         let clients that cannot ask the user (no elicitation) book without asking; needs --allow-writes
  --spend-cap <amount>    most that bookings may cost together while the server runs, tax included; default 100.00
  --currency <code>       currency of the spend cap; bookings in another one are refused; default GBP
  --http [port]           serve streamable HTTP at /mcp; default port 8765. Each request brings its own key
  --host <address>        address to listen on with --http; default 127.0.0.1
  --allowed-host <name>   with --http: a further name that Host and Origin may have; repeatable
  --help

  WAYBILL_URL        address of your Waybill, such as https://waybill.example.com
  WAYBILL_API_KEY         the key, wb_test_… or wb_live_…; stdio only
`

const HTTP_PORT = 8765
/** Addresses that mean every address of the machine, under names that only the operator knows. */
const EVERY_ADDRESS = new Set(['0.0.0.0', '::', '[::]'])
const LOCAL_NAMES = ['localhost', '127.0.0.1', '[::1]']

export interface SpendCap {
  /** Decimal string. */
  amount: string
  currency: string
}

export interface HttpAddress {
  host: string
  port: number
  /** Names without a port that the headers Host and Origin may have. */
  allowedHosts: string[]
}

export interface Config {
  baseUrl: string
  allowWrites: boolean
  /** Clients without elicitation may book. */
  allowBooking: boolean
  spendCap: SpendCap
  /** Null: stdio. */
  http: HttpAddress | null
  /** Null over HTTP, where each request brings its own. */
  apiKey: string | null
}

/** A flag or variable is missing or wrong. The message says which and what to do. */
export class UsageError extends Error {}

/** The configuration; null if help is asked for. Throws a UsageError. */
export function readConfig(args: string[], env: Readonly<Record<string, string | undefined>>): Config | null {
  const { values, positionals } = parse(args)
  if (values.help) return null
  if (values['allow-booking'] && !values['allow-writes']) throw new UsageError('--allow-booking needs --allow-writes.')
  const http = values.http ? httpAddress(positionals, values.host, values['allowed-host']) : null
  if (!http && (positionals.length > 0 || values.host !== undefined || values['allowed-host'] !== undefined)) {
    throw new UsageError(`${positionals[0] ?? '--host and --allowed-host'} is of use only with --http.`)
  }
  return {
    baseUrl: getBaseUrl(env.WAYBILL_URL),
    allowWrites: values['allow-writes'] ?? false,
    allowBooking: values['allow-booking'] ?? false,
    spendCap: spendCap(values['spend-cap'] ?? '100.00', values.currency ?? 'GBP'),
    http,
    apiKey: http ? null : getApiKey(env.WAYBILL_API_KEY),
  }
}

/** The environment is read here and nowhere else. */
export const configOfProcess = (): Config | null => readConfig(process.argv.slice(2), process.env)

function parse(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        'allow-writes': { type: 'boolean' },
        'allow-booking': { type: 'boolean' },
        'spend-cap': { type: 'string' },
        currency: { type: 'string' },
        http: { type: 'boolean' },
        host: { type: 'string' },
        'allowed-host': { type: 'string', multiple: true },
        help: { type: 'boolean', short: 'h' },
      },
    })
  } catch (error) {
    throw new UsageError((error as Error).message)
  }
}

function httpAddress(positionals: string[], host = '127.0.0.1', names: string[] = []): HttpAddress {
  const [text = String(HTTP_PORT), ...more] = positionals
  if (!/^\d{1,5}$/.test(text) || Number(text) > 65_535 || more.length > 0) {
    throw new UsageError(`--http takes one port from 0 to 65535; it has "${positionals.join(' ')}".`)
  }
  if (EVERY_ADDRESS.has(host) && names.length === 0) {
    throw new UsageError(`--host ${host} needs --allowed-host with the name by which clients call this server.`)
  }
  const own = EVERY_ADDRESS.has(host) ? [] : [host.includes(':') && !host.startsWith('[') ? `[${host}]` : host]
  return { host, port: Number(text), allowedHosts: [...new Set([...LOCAL_NAMES, ...own, ...names.map(allowedHost)])] }
}

/** As the headers Host and Origin are compared: in lower case, without a port. */
function allowedHost(name: string): string {
  const host = name.toLowerCase()
  if (URL.canParse(`http://${host}`) && new URL(`http://${host}`).hostname === host) return host
  throw new UsageError(`--allowed-host is "${name}"; give a name without scheme and port, such as mcp.example.com.`)
}

function spendCap(amount: string, currency: string): SpendCap {
  if (!/^\d{1,12}(\.\d{1,3})?$/.test(amount)) {
    throw new UsageError(`--spend-cap is "${amount}"; give an amount such as 100.00.`)
  }
  if (!Intl.supportedValuesOf('currency').includes(currency)) {
    throw new UsageError(`--currency is "${currency}"; give an ISO 4217 code such as GBP.`)
  }
  return { amount, currency }
}

function getBaseUrl(text = ''): string {
  const url = URL.canParse(text) ? new URL(text) : null
  if (url && /^https?:$/.test(url.protocol) && !url.search && !url.hash && !url.username) return url.href
  throw new UsageError(`WAYBILL_URL is "${text}"; set the address of your Waybill: https://waybill.example.com`)
}

function getApiKey(text = ''): string {
  if (isKey(text)) return text
  throw new UsageError(
    'WAYBILL_API_KEY is missing or has a blank; set the key of your environment, wb_test_… or wb_live_….',
  )
}

/** Visible ASCII, as the header Authorization needs. */
export const isKey = (text: string): boolean => /^[\x21-\x7e]{1,4096}$/.test(text)
