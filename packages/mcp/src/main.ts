#!/usr/bin/env node
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import { type Config, configOfProcess, USAGE, UsageError } from './config.ts'
import { serveHttp } from './http.ts'
import { buildServer } from './server.ts'
import { Agreements } from './spending/agreements.ts'
import { createConsents } from './spending/consent.ts'
import { Ledger } from './spending/ledger.ts'

/** stdout belongs to the protocol; everything else is written to stderr. */
const say = (text: string): void => void process.stderr.write(text)

async function run(config: Config): Promise<void> {
  const shop = { config, ledger: new Ledger(config.spendCap), consents: createConsents(), agreements: new Agreements() }
  const { http, apiKey, allowWrites, allowBooking, spendCap } = config
  const booking = allowBooking
    ? 'bookings without asking where the client cannot ask'
    : 'bookings that the user agrees to'
  const rights = allowWrites ? `writes, and ${booking}, up to ${spendCap.amount} ${spendCap.currency}` : 'no writes'
  if (http) {
    const { port, close } = await serveHttp(shop, http)
    say(`Waybill MCP on http://${http.host}:${port}/mcp for ${config.baseUrl}: ${rights}\n`)
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void close())
    return
  }
  serveStdio(() => buildServer(shop, apiKey ?? ''))
  say(`Waybill MCP on stdio for ${config.baseUrl}: ${rights}\n`)
}

try {
  const config = configOfProcess()
  if (config) await run(config)
  else say(USAGE)
} catch (error) {
  say(error instanceof UsageError ? `${error.message}\n\n${USAGE}` : `${(error as Error).message}\n`)
  process.exitCode = error instanceof UsageError ? 2 : 1
}
