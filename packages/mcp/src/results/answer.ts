/** Results of tools: sentences for the model, the data beside them, and errors that say what to do. */
import type { CallToolResult } from '@modelcontextprotocol/server'
import { type ErrorDetail, WaybillError } from '@waybill/sdk'
import { freeText } from './free-text.ts'

const MOST_SENTENCES = 60
const MOST_DETAILS = 20
const MOST_OF_A_MESSAGE = 500

/** A tool refuses. The message says what is wrong and what to do. */
export class Refusal extends Error {}

/** `sentences` have no text of strangers: that is in `data`, under `free_text`. */
export const done = (sentences: string[], data: Record<string, unknown>): CallToolResult => ({
  content: [{ type: 'text', text: sentences.slice(0, MOST_SENTENCES).join('\n') }],
  structuredContent: data,
})

/** Runs a tool. Errors become results that the model can act on; the key is removed from whatever is answered. */
export async function answer<Result>(secret: string, run: () => Promise<Result>): Promise<Result | CallToolResult> {
  try {
    return withoutSecret(await run(), secret)
  } catch (error) {
    return withoutSecret(errorResult(error), secret)
  }
}

function errorResult(error: unknown): CallToolResult {
  if (error instanceof Refusal) return failed([error.message])
  if (!(error instanceof WaybillError)) {
    console.error(error)
    return failed(['The MCP server failed. Try again; if it persists, report it to its operator.'])
  }
  const { code, status, requestId, details, carrier, retryable } = error
  const facts = {
    code,
    status,
    request_id: requestId,
    retryable,
    details: details.slice(0, MOST_DETAILS).map((detail) => detailView(detail)),
    free_text: { carrier_message: freeText(carrier?.message) },
  }
  // The first line is Waybill's; fields and the carrier's words follow on others, and are in the data.
  const message = freeText(error.message.split('\n', 1)[0], MOST_OF_A_MESSAGE)
  return failed([`Failed: ${message}`, nextStep(error)], { error: facts })
}

const detailView = ({ field, message }: ErrorDetail) => ({ field: freeText(field), message: freeText(message) })

function nextStep({ code, status, retryable, details }: WaybillError): string {
  if (status === 401) return 'The key is not accepted. The user has to configure a valid one; do not try others.'
  if (code === 'insufficient_scope') return 'The key may not do this. The user has to configure a key with the scope.'
  if (code === 'idempotency_key_reused') return 'The same call was made with other contents. Change merchant_order_ref.'
  if (details.length > 0) return 'Correct the fields in error.details and call again.'
  return retryable ? 'It may pass: call again with the same arguments.' : 'Calling again does not help.'
}

function failed(sentences: string[], data?: Record<string, unknown>): CallToolResult {
  const blocks = [sentences.join('\n'), ...(data ? [JSON.stringify(data)] : [])]
  return { isError: true, content: blocks.map((text) => ({ type: 'text', text })) }
}

/** Such as when somebody has pasted the key into a field. */
function withoutSecret<Value>(value: Value, secret: string): Value {
  const text = JSON.stringify(value)
  return text.includes(secret) ? JSON.parse(text.replaceAll(secret, '[key removed]')) : value
}
