/** Quotes as server-sent events, while the carriers answer. */
import type { Readable } from 'node:stream'
import type { Stoppable } from '@waybill/chassis/loops/loops'
import { publicError } from '@waybill/chassis/rpc/errors'
import type { RpcFile } from '@waybill/chassis/rpc/file-stream'
import { docUrl, type ErrorEnvelope, errorEnvelope } from '@waybill/contracts/app-error'
import type { Caller } from '@waybill/edge/routing/route'
import { HEARTBEAT_TEXT, messageText } from './message.ts'
import type { OpenStream, OpenStreams } from './open-streams.ts'

/** Events of the quoting service that a caller gets; `begin` and those of later versions are left out. */
const EVENTS = ['option', 'message', 'quote', 'error']

export interface QuoteStreams extends Stoppable {
  /**
   * Opens a stream with the lines that `fetch` returns. Throws what `fetch` throws, and what `OpenStreams` throws if the caller
   * has too many streams. A caller that hangs up does not end the quote.
   */
  open(caller: Caller, requestId: string, fetch: () => Promise<RpcFile>): Promise<Readable>
}

export function createQuoteStreams({ streams, publicUrl }: { streams: OpenStreams; publicUrl: string }): QuoteStreams {
  const passing = new Set<Promise<void>>()
  return {
    async open(caller, requestId, fetch) {
      const stream = streams.open(caller, { heartbeat: () => HEARTBEAT_TEXT, endsSoon: true })
      try {
        const { bytes } = await fetch()
        const passed = passOn(bytes, stream, { requestId, publicUrl }).finally(() => passing.delete(passed))
        passing.add(passed)
      } catch (error) {
        stream.body.destroy()
        throw error
      }
      return stream.body
    },
    async stop() {
      await Promise.all(passing)
    },
  }
}

interface Request {
  requestId: string
  publicUrl: string
}

/** Reads the lines to their end, also for a caller that has gone. Never rejects. */
async function passOn(bytes: Readable, stream: OpenStream, { requestId, publicUrl }: Request): Promise<void> {
  try {
    let rest = ''
    for await (const text of bytes.setEncoding('utf8') as AsyncIterable<string>) {
      const lines = (rest + text).split('\n')
      rest = lines.pop() ?? ''
      for (const line of lines) stream.write(eventText(line, publicUrl))
    }
  } catch (thrown) {
    const error = errorEnvelope(publicError(thrown), requestId, publicUrl)
    stream.write(messageText({ event: 'error', data: JSON.stringify(error) }))
  }
  stream.end()
}

function eventText(line: string, publicUrl: string): string {
  const at = line.indexOf(' ')
  const event = line.slice(0, at)
  const data = line.slice(at + 1)
  if (!EVENTS.includes(event)) return ''
  if (event !== 'error') return messageText({ event, data })
  const { error } = JSON.parse(data) as ErrorEnvelope
  const shown: ErrorEnvelope = { success: false, error: { ...error, doc_url: docUrl(error.code, publicUrl) } }
  return messageText({ event, data: JSON.stringify(shown) })
}
