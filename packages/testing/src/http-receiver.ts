import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'

export interface ReceivedRequest {
  method: string
  /** With the query string. */
  path: string
  headers: IncomingHttpHeaders
  /** The exact bytes: signatures cover them. */
  body: Buffer
  receivedAt: Date
}

/** The receiver's answer to a request. Default: 200 with an empty body. */
export interface ReceiverAnswer {
  status?: number
  headers?: Record<string, string>
  body?: string
  delayMs?: number
  /** The answer waits for this. */
  after?: Promise<unknown>
  /** Accepts the request and never answers. */
  hang?: boolean
  /** Cuts the connection without an answer. */
  cut?: boolean
}

export interface HttpReceiver {
  url: string
  port: number
  /** In order of arrival. */
  requests: ReceivedRequest[]
  /** Answers for the next requests, one each, in this order. Later requests get the default again. */
  answerNext(...answers: ReceiverAnswer[]): void
  /** Sets the default: the answer to every request for which `answerNext` left none. */
  answerAlways(answer: ReceiverAnswer | ((request: ReceivedRequest) => ReceiverAnswer | Promise<ReceiverAnswer>)): void
  /** Closes every connection, including those without an answer. */
  stop(): Promise<void>
}

/**
 * The name or address at which the product under test reaches this machine: WAYBILL_TEST_RECEIVER_HOST when the product
 * runs in containers or on another machine, else the loopback address.
 */
export const receiverHost = process.env.WAYBILL_TEST_RECEIVER_HOST || '127.0.0.1'

/** Where servers of tests listen: the loopback address when the product runs on this machine too, else every address. */
export const receiverListenHost = receiverHost === '127.0.0.1' ? receiverHost : '0.0.0.0'

/** A server on a free port that records requests: the receiver of webhooks, or a carrier. */
export async function startHttpReceiver(options: { port?: number } = {}): Promise<HttpReceiver> {
  const requests: ReceivedRequest[] = []
  const scripted: ReceiverAnswer[] = []
  let always: (request: ReceivedRequest) => ReceiverAnswer | Promise<ReceiverAnswer> = () => ({})

  const server = createServer((incoming, response) => {
    receive(incoming)
      .then(async (request) => {
        requests.push(request)
        return reply(response, scripted.shift() ?? (await always(request)))
      })
      .catch(() => response.destroy()) // the sender hung up
  })
  server.listen(options.port ?? 0, receiverListenHost)
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo

  return {
    url: `http://${receiverHost}:${port}`,
    port,
    requests,
    answerNext: (...answers) => void scripted.push(...answers),
    answerAlways(answer) {
      always = typeof answer === 'function' ? answer : () => answer
    },
    async stop() {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}

async function receive(incoming: IncomingMessage): Promise<ReceivedRequest> {
  const { method = '', url = '', headers } = incoming
  const receivedAt = new Date()
  return { method, path: url, headers, body: await buffer(incoming), receivedAt }
}

async function reply(response: ServerResponse, answer: ReceiverAnswer): Promise<void> {
  if (answer.hang) return
  if (answer.delayMs) await sleep(answer.delayMs)
  await answer.after
  if (answer.cut) response.destroy()
  else response.writeHead(answer.status ?? 200, answer.headers).end(answer.body ?? '')
}
