/** The operation behind POST /quotes as a stream: what carriers answer, as they answer, and then the stored quote. */
import { Readable } from 'node:stream'
import type { Answer } from '@waybill/chassis/idempotency/operations'
import { publicError } from '@waybill/chassis/rpc/errors'
import type { RpcFile } from '@waybill/chassis/rpc/file-stream'
import type { CallContext } from '@waybill/chassis/rpc/server'
import type { Logger } from '@waybill/chassis/telemetry/log'
import { errorEnvelope } from '@waybill/contracts/app-error'
import type { PublicQuote } from '@waybill/contracts/quote'
import { publicCarrierMessage } from '@waybill/contracts/quotes/carrier-message'
import { publicQuoteOption } from '@waybill/contracts/quotes/quote-option'
import type { QuoteObserver } from './create-quote.ts'

type CreateQuote = (document: Buffer, context: CallContext, observer: QuoteObserver) => Promise<Answer>

/** Lines of a live quote: `<event> <JSON>`. A caller that hangs up loses the lines, as it would lose the answer of a call. */
export const createLiveQuote =
  ({ createQuote, log }: { createQuote: CreateQuote; log: Logger }) =>
  async (document: Buffer, context: CallContext): Promise<RpcFile> => {
    // Holds what the caller has not read, which is less than two quotes.
    const lines = new Readable({ read() {} })
    // A carrier can still answer after the quote has failed.
    let isOver = false
    const send = (event: string, data: unknown) => {
      if (!lines.destroyed && !isOver) lines.push(`${event} ${JSON.stringify(data)}\n`)
    }
    const { promise: begun, resolve } = Promise.withResolvers<void>()
    const work = createQuote(document, context, {
      begin() {
        send('begin', {})
        resolve()
      },
      report({ options, messages }) {
        for (const option of options) send('option', publicQuoteOption(option))
        for (const message of messages) send('message', publicCarrierMessage(message))
      },
    })
    // An error before that fails the call.
    await Promise.race([begun, work])
    void work
      .then(
        ({ status, body }) => {
          const stored = JSON.parse(body.toString()) as { data: PublicQuote }
          if (status < 400) send('quote', stored.data)
          else send('error', stored)
        },
        (thrown: unknown) => {
          const error = publicError(thrown)
          const { requestId, environmentId } = context
          const fields = { requestId, environmentId, code: error.code, err: thrown }
          if (error.code === 'internal_error') log.error(fields, 'quote.failed')
          else if (error.kind.status >= 500) log.warn(fields, 'quote.failed')
          send('error', errorEnvelope(error, requestId))
        },
      )
      .then(() => {
        isOver = true
        if (!lines.destroyed) lines.push(null)
      })
    return { contentType: 'text/plain', length: undefined, bytes: lines }
  }
