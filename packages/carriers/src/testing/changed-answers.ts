/**
 * A carrier that answers as vendors do and documents do not say: between the adapter and a vendor-shaped server, fields of answers are
 * left out, null, of another type, or new, and codes are unknown.
 */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { receiverHost, receiverListenHost } from '@waybill/testing/http-receiver'
import fc from 'fast-check'
import { request as forward } from 'undici'

const changes = ['drop', 'null', 'empty', 'retype', 'add', 'unknown_code'] as const

/** One change of an answer. `at`: which of its fields, counted round. */
export interface Change {
  at: number
  how: (typeof changes)[number]
}

/** The changes of answers one after another; later answers are left as they are. */
export const someChanges: fc.Arbitrary<Change[][]> = fc.array(
  fc.array(fc.record({ at: fc.nat(10_000), how: fc.constantFrom(...changes) }), { maxLength: 3 }),
  { minLength: 1, maxLength: 6 },
)

type Json = Record<string, unknown> | unknown[]

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null

/** Every field of the value with the object that has it. */
const listFields = (value: unknown): [owner: Json, key: string][] =>
  isObject(value)
    ? Object.entries(value).flatMap(([key, field]): [Json, string][] => [[value, key], ...listFields(field)])
    : []

const isCode = (key: string): boolean => /status|state|code|reason|type|kind/i.test(key)

/** As another type: numbers as text, text as a number if it is one, flags as text. */
function retyped(value: unknown): unknown {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  if (typeof value === 'string' && /^\d+(\.\d+)?$/.test(value)) return Number(value)
  return value
}

function changeField(owner: Json, key: string, how: Change['how']): void {
  const fields = owner as Record<string, unknown>
  const value = fields[key]
  if (how === 'drop' && Array.isArray(owner)) owner.splice(Number(key), 1)
  else if (how === 'drop') delete fields[key]
  else if (how === 'null') fields[key] = null
  else if (how === 'empty') fields[key] = Array.isArray(value) ? [] : isObject(value) ? {} : ''
  else if (how === 'retype') fields[key] = retyped(value)
  else if (how === 'add' && isObject(value) && !Array.isArray(value)) value.of_a_newer_version = { id: 1, list: [null] }
  else if (how === 'unknown_code' && typeof value === 'string' && isCode(key)) fields[key] = 'OF_A_NEWER_VERSION'
}

/** The text with its JSON changed. */
export function changedText(text: string, each: readonly Change[]): string {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    return text
  }
  for (const { at, how } of each) {
    const fields = listFields(json)
    const field = fields[at % Math.max(fields.length, 1)]
    if (field) changeField(...field, how)
  }
  return JSON.stringify(json)
}

export interface ChangedAnswers {
  /** In place of the vendor's. */
  url: string
  /** Changes the next successful answers; later ones are as the vendor gives them. */
  change(next: readonly Change[][]): void
  stop(): Promise<void>
}

/** Passes requests on to the vendor at `vendorUrl`, and changes its answers. Refusals and documents stay as they are. */
export async function startChangedAnswers(vendorUrl: string): Promise<ChangedAnswers> {
  let pending: Change[][] = []
  const server = createServer(async (incoming, response) => {
    const { host: _, connection: __, 'content-length': ___, ...headers } = incoming.headers
    const body = await buffer(incoming)
    const answer = await forward(`${vendorUrl}${incoming.url}`, {
      method: incoming.method ?? 'GET',
      headers: headers as Record<string, string>,
      body: body.length > 0 ? body : null,
    })
    const bytes = Buffer.from(await answer.body.arrayBuffer())
    const type = String(answer.headers['content-type'] ?? '')
    const isChanged = answer.statusCode < 300 && type.includes('json')
    const changed = isChanged ? changedText(bytes.toString().replaceAll(vendorUrl, url), pending.shift() ?? []) : bytes
    response.writeHead(answer.statusCode, { 'content-type': type })
    response.end(changed)
  })
  server.listen(0, receiverListenHost)
  await once(server, 'listening')
  const url = `http://${receiverHost}:${(server.address() as AddressInfo).port}`
  return {
    url,
    change(next) {
      pending = [...next]
    },
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
