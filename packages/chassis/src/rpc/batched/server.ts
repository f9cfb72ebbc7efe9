/** Serves the calls of a batch, each as if it had been sent alone. */
import * as grpc from '@grpc/grpc-js'
import type { CallBatch__Output } from '@waybill/contracts/gen/waybill/common/v1/CallBatch'
import type { GatheredReply } from '@waybill/contracts/gen/waybill/common/v1/GatheredReply'
import type { ReplyBatch } from '@waybill/contracts/gen/waybill/common/v1/ReplyBatch'
import type { Admit } from '../admission.ts'
import type { CallBounds } from '../call-context.ts'
import { ERROR_KEY } from '../errors.ts'
import type { CallOutcome, ContextualRequest, ServedMethod } from '../handler.ts'
import type { SentMessage } from '../proto.ts'

export const BATCH_SERVICE = 'waybill.common.v1.GatheredCalls'

/** A method that may be called in a batch, by its path. */
export interface BatchableMethod {
  definition: grpc.MethodDefinition<unknown, unknown>
  serve: ServedMethod
}

type BatchCall = grpc.ServerWritableStream<SentMessage<CallBatch__Output>, ReplyBatch>

export function serveBatches(options: {
  methods: ReadonlyMap<string, BatchableMethod>
  admit: Admit
}): grpc.handleServerStreamingCall<SentMessage<CallBatch__Output>, ReplyBatch> {
  const { methods, admit } = options
  return (call) => {
    const { message, request: batch } = call.request
    const { path, calls } = batch
    const method = methods.get(path)
    if (!method) return call.emit('error', { code: grpc.status.UNIMPLEMENTED, details: `there is no method ${path}` })
    const { requestDeserialize, responseSerialize } = method.definition
    const requests = calls.map(({ request }) => requestDeserialize(request) as ContextualRequest)
    const refusal = admit(call, { message, method: path })
    if (refusal) return call.emit('error', refusal)
    const send = createReplier(call, calls.length)
    for (const [index, request] of requests.entries()) {
      const bounds = new BatchedCallBounds(call, calls[index]?.timeout_ms ?? 0)
      void method.serve(request, bounds).then((outcome) => send(replyMessage(index, outcome, responseSerialize)))
    }
  }
}

/** Sends replies that are ready at the same time in one message, and ends after the last one. */
function createReplier(call: BatchCall, count: number): (reply: GatheredReply) => void {
  let left = count
  let ready: GatheredReply[] = []
  const flush = () => {
    call.write({ replies: ready })
    ready = []
    if (left === 0) call.end()
  }
  if (left === 0) call.end()
  return (reply) => {
    left -= 1
    if (ready.push(reply) === 1) setImmediate(flush)
  }
}

function replyMessage(index: number, outcome: CallOutcome, serialize: (reply: unknown) => Buffer): GatheredReply {
  if ('reply' in outcome) return { index, reply: serialize(outcome.reply) }
  const { code, details, metadata } = outcome.failure
  const [error] = metadata.get(ERROR_KEY)
  return { index, status: code, status_text: details, error: Buffer.isBuffer(error) ? error : Buffer.alloc(0) }
}

class BatchedCallBounds implements CallBounds {
  readonly deadlineAt: Date
  readonly #call: BatchCall
  #signal: AbortSignal | undefined

  constructor(call: BatchCall, timeoutMs: number) {
    this.#call = call
    this.deadlineAt = new Date(Date.now() + timeoutMs)
  }

  /** Created on first use: most handlers never read it. */
  get signal(): AbortSignal {
    if (!this.#signal) {
      const controller = new AbortController()
      this.#call.once('cancelled', () => controller.abort(new Error('the caller cancelled')))
      if (this.#call.cancelled) controller.abort(new Error('the caller cancelled'))
      const timeLeftMs = Math.max(0, this.deadlineAt.getTime() - Date.now())
      this.#signal = AbortSignal.any([controller.signal, AbortSignal.timeout(timeLeftMs)])
    }
    return this.#signal
  }
}
