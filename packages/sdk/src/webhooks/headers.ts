import { WebhookVerificationError } from './webhook-error.ts'

/** `Headers` of a Request, or the headers object of Node.js, Express or Fastify. */
export type WebhookHeaders =
  | { get(name: string): string | null }
  | Readonly<Record<string, string | readonly string[] | undefined>>

/** The value of a header, whose name is in lower case. Throws if it is missing. */
export function readHeader(headers: WebhookHeaders, name: string): string {
  const value = findHeader(headers, name)
  if (value) return value
  throw new WebhookVerificationError(
    'header_missing',
    `The header ${name} is missing. Pass the headers of the request; a message without it is not from Waybill.`,
  )
}

function findHeader(headers: WebhookHeaders, name: string): string | null {
  if (typeof headers.get === 'function') return headers.get(name)
  const found = Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1]
  return [found].flat().filter(Boolean).join(' ') || null
}
