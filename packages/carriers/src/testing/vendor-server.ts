/**
 * The shared part of servers that are shaped like a vendor's, for tests: it listens, records requests, gives the answers that a
 * test scripts, makes the faults of the conformance suite happen, and posts call-backs. What the vendor does is in its `route`.
 */
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { eventually } from '@waybill/testing/eventually'
import { receiverHost, receiverListenHost } from '@waybill/testing/http-receiver'
import { request as post } from 'undici'
import type { z } from 'zod'
import type { FaultOrder } from '../conformance/suite.ts'
import { detectContentType } from '../wrappers/readable-documents.ts'

const MAILBOX = '/mailbox'

export interface VendorRequest {
  method: string
  /** With the query: `/v1/rates?page=2`. */
  path: string
  url: URL
  headers: IncomingMessage['headers']
  rawBody: Buffer
}

/** Objects are sent as JSON, texts and bytes as they are. `headers` replace the content type of JSON. */
export interface VendorAnswer {
  status: number
  headers?: Record<string, string>
  body?: object | string | Buffer
}

/** Parsed request. `operation` and `carrierAccountId` say which ordered faults apply; null: none. */
export interface VendorRoute {
  operation: FaultOrder['operation'] | null
  carrierAccountId: string | null
  /** May throw `VendorRefusal`. */
  work: () => VendorAnswer | Promise<VendorAnswer>
}

export interface Vendor {
  /** Checks credentials and finds the work. May throw `VendorRefusal`. */
  route(request: VendorRequest): VendorRoute
  /** An ordered `refuse`, `no_courier`, `401`, `403`, `500` or `429` in the vendor's words. A Retry-After is added to a 429. */
  answerFault(fault: FaultOrder): VendorAnswer
}

/** Answer of the proxy in front of a carrier that is down for a while. */
export const MAINTENANCE_PAGE = {
  status: 200,
  headers: { 'content-type': 'text/html' },
  body: '<html><h1>Scheduled maintenance</h1></html>',
}

/** A label that begins as one, of 20 MB. */
export const OVERSIZED_DOCUMENT = {
  status: 200,
  headers: { 'content-type': 'application/pdf' },
  body: Buffer.alloc(20_000_000, '%PDF-'),
}

/** An answer other than 2xx, in the vendor's words. */
export class VendorRefusal extends Error {
  readonly answer: VendorAnswer
  constructor(answer: VendorAnswer) {
    super(JSON.stringify(answer.body))
    this.answer = answer
  }
}

/** The next requests that match get the answer instead of the vendor's, each answer once. */
export interface ScriptedAnswer extends VendorAnswer {
  method?: string
  path: RegExp
}

/** A report to the merchant. `sign` makes the headers; `isForged` asks for those of another secret. */
export interface VendorCallback {
  /** Account whose ordered faults apply. */
  carrierAccountId: string
  /** The mailbox's `callbackUrl`, or the address that was registered. */
  url: string
  rawBody: Buffer
  sign(options: { isForged: boolean }): Record<string, string>
  /** A call-back that is held back is sent after the next one of the same subject. */
  subject: string
}

export interface ReceivedCallback {
  headers: IncomingMessage['headers']
  rawBody: Buffer
}

export interface VendorServer {
  url: string
  /** In order of arrival, without those to the mailbox. */
  requests: VendorRequest[]
  order(fault: FaultOrder): void
  /** The fault that was ordered for this call, which counts as one of its times. */
  takeFault(operation: FaultOrder['operation'], carrierAccountId: string): FaultOrder | undefined
  answerNext(...answers: ScriptedAnswer[]): void
  /** An address of this server that keeps what is posted to it. */
  callbackUrl: string
  report(callback: VendorCallback): void
  /** Call-backs in the mailbox that match, in order of arrival. Waits until there are `atLeast`. */
  callbacksWhere(matches: (body: never) => boolean, atLeast: number): Promise<ReceivedCallback[]>
  stop(): Promise<void>
}

export async function startVendorServer(vendor: Vendor, { port = 0 } = {}): Promise<VendorServer> {
  const requests: VendorRequest[] = []
  const scripted: ScriptedAnswer[] = []
  const mailbox: ReceivedCallback[] = []
  const faults = createFaults()
  const callbacks = createCallbacks()

  function takeScripted({ method, path }: VendorRequest): ScriptedAnswer | undefined {
    const found = scripted.findIndex((each) => each.path.test(path) && (each.method ?? method) === method)
    return found === -1 ? undefined : scripted.splice(found, 1)[0]
  }

  /** The answer; null: none is given. */
  async function respond(request: VendorRequest): Promise<VendorAnswer | null> {
    const script = takeScripted(request)
    if (script) return script
    const { operation, carrierAccountId, work } = vendor.route(request)
    const fault = operation && carrierAccountId !== null ? faults.take(operation, carrierAccountId) : undefined
    if (!fault) return await work()
    switch (fault.mode) {
      case 'timeout':
        return null
      case 'timeout_after_success':
        await work()
        return null
      case 'malformed':
        return malformed(await work())
      case 'maintenance':
        return MAINTENANCE_PAGE
      case 'oversized':
        return OVERSIZED_DOCUMENT
      case 'other_form': {
        const given = await work()
        const other = toOtherForm(given)
        // An answer without a document says where it is: that is asked for next.
        if (other === null) faults.order({ ...fault, times: 1 })
        return other ?? given
      }
      case 'slow': {
        // Done at once: the vendor does not notice that the client has hung up.
        const answer = await work()
        await delay(fault.delayMs)
        return answer
      }
      default:
        return withRetryAfter(vendor.answerFault(fault), fault)
    }
  }

  async function answer(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = 'GET', headers, url: path = '/' } = incoming
    const rawBody = await buffer(incoming)
    if (path.split('?')[0] === MAILBOX) {
      mailbox.push({ headers, rawBody })
      return void response.end()
    }
    const request = { method, path, url: new URL(path, 'http://vendor'), headers, rawBody }
    requests.push(request)
    const answered = await respond(request).catch((error: unknown) => {
      if (error instanceof VendorRefusal) return error.answer
      return { status: 500, body: { error: String(error) } }
    })
    if (answered) send(response, answered)
  }

  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy())
  })
  server.listen(port, receiverListenHost)
  await once(server, 'listening')
  const { port: ownPort } = server.address() as AddressInfo
  const url = `http://${receiverHost}:${ownPort}`

  return {
    url,
    requests,
    order: faults.order,
    takeFault: faults.take,
    answerNext: (...answers) => void scripted.push(...answers),
    // The server itself sends there, on a machine that may not know its name for others.
    callbackUrl: `http://127.0.0.1:${ownPort}${MAILBOX}`,
    report: (callback) => callbacks.send(callback, faults.take('callback', callback.carrierAccountId)),
    async callbacksWhere(matches, atLeast) {
      await callbacks.settled()
      return await eventually(() => {
        const found = mailbox.filter(({ rawBody }) => matches(JSON.parse(rawBody.toString()) as never))
        if (found.length < atLeast) throw new Error(`${found.length} call-backs have arrived`)
        return found
      })
    },
    async stop() {
      await callbacks.settled()
      const closed = once(server, 'close')
      server.closeAllConnections()
      server.close()
      await closed
    },
  }
}

/** The body as the schema reads it, or the refusal that the vendor gives for a list of `field: message`. */
export function parseOrRefuse<Value>(
  schema: z.ZodType<Value>,
  value: unknown,
  describe: (problems: { field: string; message: string }[]) => VendorAnswer,
): Value {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  const problems = parsed.error.issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys'
      ? issue.keys.map((key) => ({ field: [...issue.path, key].join('.'), message: 'This field is not known.' }))
      : [{ field: issue.path.join('.'), message: issue.message }],
  )
  throw new VendorRefusal(describe(problems))
}

function createFaults() {
  const faults: FaultOrder[] = []
  return {
    order: (fault: FaultOrder) => void faults.push({ ...fault }),
    take(operation: FaultOrder['operation'], carrierAccountId: string): FaultOrder | undefined {
      const fault = faults.find(
        (order) => order.times > 0 && order.operation === operation && order.carrierAccountId === carrierAccountId,
      )
      if (fault) fault.times--
      return fault
    },
  }
}

/** Call-backs are posted one after another, as a receiver sees them from a sender with one connection. */
function createCallbacks() {
  const heldBack = new Map<string, VendorCallback>()
  let inFlight: Promise<unknown> = Promise.resolve()

  function deliver({ url, rawBody, sign }: VendorCallback, isForged = false): void {
    const headers = { 'content-type': 'application/json', ...sign({ isForged }) }
    inFlight = inFlight
      .then(() => post(url, { method: 'POST', headers, body: rawBody }))
      .then((answer) => answer.body.dump())
      .catch(() => {})
  }

  return {
    send(callback: VendorCallback, fault: FaultOrder | undefined): void {
      const key = `${callback.url} ${callback.subject}`
      const late = heldBack.get(key)
      heldBack.delete(key)
      if (fault?.mode === 'out_of_order') heldBack.set(key, callback)
      else if (fault?.mode === 'slow') setTimeout(() => deliver(callback), fault.delayMs).unref()
      else deliver(callback, fault?.mode === 'wrong_signature')
      if (fault?.mode === 'duplicate') deliver(callback)
      if (late) deliver(late)
    },
    settled: () => inFlight,
  }
}

const toText = (body: string | object = ''): string => (typeof body === 'string' ? body : JSON.stringify(body))

const OTHER_FORMS = [Buffer.from('%PDF-1.4\n%%EOF\n'), Buffer.from('^XA^FO20,20^FDLabel^FS^XZ\n')]

/** A label of another form than these bytes; null: they are no label. */
function documentInOtherForm(bytes: Buffer): Buffer | null {
  const form = detectContentType(bytes)
  return (form && OTHER_FORMS.find((other) => detectContentType(other) !== form)) || null
}

/** The document, or every document in base64 in the answer, as one of another form; null: it has none. The content type stays. */
function toOtherForm({ body, ...answer }: VendorAnswer): VendorAnswer | null {
  if (Buffer.isBuffer(body)) return { ...answer, body: documentInOtherForm(body) ?? body }
  let isReplaced = false
  const replaced = JSON.stringify(body, (_, value) => {
    const other = typeof value === 'string' ? documentInOtherForm(Buffer.from(value, 'base64')) : null
    isReplaced ||= other !== null
    return other ? other.toString('base64') : value
  })
  return isReplaced ? { ...answer, body: JSON.parse(replaced) } : null
}

/** The first characters of a text; an error page in the place of a document, whose first bytes would pass for it. */
const malformed = ({ body, ...answer }: VendorAnswer): VendorAnswer => ({
  ...answer,
  body: Buffer.isBuffer(body) ? '<?xml version="1.0"?><Error/>' : toText(body).slice(0, 20),
})

const withRetryAfter = (answer: VendorAnswer, { mode, retryAfterMs }: FaultOrder): VendorAnswer =>
  mode === '429' && retryAfterMs !== undefined
    ? { ...answer, headers: { ...answer.headers, 'retry-after': String(retryAfterMs / 1_000) } }
    : answer

function send(response: ServerResponse, { status, headers, body }: VendorAnswer): void {
  const isJson = typeof body === 'object' && !Buffer.isBuffer(body)
  response.writeHead(status, { ...(isJson && { 'content-type': 'application/json' }), ...headers })
  response.end(Buffer.isBuffer(body) ? body : toText(body))
}
