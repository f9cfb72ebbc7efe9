/** Verification of webhook messages: https://www.standardwebhooks.com. */
import type { WaybillEvent } from '../types.ts'
import { readHeader, type WebhookHeaders } from './headers.ts'
import { WebhookVerificationError } from './webhook-error.ts'

export interface WebhookOptions {
  /** How far the time of a message may be from the clock of this machine. Default: 300. */
  toleranceSeconds?: number | undefined
}

const TOLERANCE_SECONDS = 300
const HMAC = { name: 'HMAC', hash: 'SHA-256' }

export class Webhook {
  readonly #secrets: Uint8Array<ArrayBuffer>[]
  readonly #toleranceSeconds: number
  #keys: Promise<CryptoKey[]> | undefined

  /**
   * `secret` is the `whsec_…` of the subscription. Pass an array to accept several, such as the old and the new one while
   * you rotate it. Throws a TypeError for one that is malformed.
   */
  constructor(secret: string | readonly string[], { toleranceSeconds = TOLERANCE_SECONDS }: WebhookOptions = {}) {
    this.#secrets = [secret].flat().map(readSecret)
    if (this.#secrets.length === 0)
      throw new TypeError('There is no webhook secret; pass the secret of the subscription.')
    this.#toleranceSeconds = toleranceSeconds
  }

  /**
   * The event of a message, once its signature and its time are right. `body` is the raw body, before any JSON parser.
   * Asynchronous, because Web Crypto is. Rejects with a WebhookVerificationError.
   */
  async verify(body: string | Uint8Array | ArrayBuffer, headers: WebhookHeaders): Promise<WaybillEvent> {
    const bytes = rawBytes(body)
    const id = readHeader(headers, 'webhook-id')
    const timestamp = readHeader(headers, 'webhook-timestamp')
    const given = readHeader(headers, 'webhook-signature')
    if (!/^\d{1,12}$/.test(timestamp)) {
      throw new WebhookVerificationError(
        'header_invalid',
        `webhook-timestamp is "${timestamp}", not seconds since 1970.`,
      )
    }
    const signatures = given.split(' ').flatMap((one) => (one.startsWith('v1,') ? readBase64(one.slice(3)) : []))
    // Before the time, so that a wrong time means a wrong clock, or an old message that somebody sends again.
    if (!(await this.#matches(signedContent(id, timestamp, bytes), signatures))) {
      throw new WebhookVerificationError(
        'signature_mismatch',
        `No signature of message ${id} matches. Check that the secret is that of this subscription, and that the body is raw: parsed and serialized again, it has other bytes.`,
      )
    }
    this.#checkTime(Number(timestamp), Date.now() / 1000)
    return JSON.parse(new TextDecoder().decode(bytes)) as WaybillEvent
  }

  /** The headers of a message that `verify` accepts, for the tests of your receiver. Signs with the first secret. */
  async sign(id: string, body: string, at: Date = new Date()): Promise<Record<string, string>> {
    const timestamp = String(Math.floor(at.getTime() / 1000))
    const [key] = await this.#importedKeys()
    const content = signedContent(id, timestamp, rawBytes(body))
    const signature = await crypto.subtle.sign('HMAC', key as CryptoKey, content)
    const base64 = btoa(String.fromCharCode(...new Uint8Array(signature)))
    return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${base64}` }
  }

  /** `subtle.verify` compares in constant time. */
  async #matches(content: Uint8Array<ArrayBuffer>, signatures: Uint8Array<ArrayBuffer>[]): Promise<boolean> {
    for (const key of await this.#importedKeys()) {
      for (const signature of signatures) if (await crypto.subtle.verify('HMAC', key, signature, content)) return true
    }
    return false
  }

  #checkTime(atSeconds: number, nowSeconds: number): void {
    const aheadSeconds = Math.round(atSeconds - nowSeconds)
    if (aheadSeconds > this.#toleranceSeconds) {
      throw new WebhookVerificationError(
        'timestamp_too_new',
        `The message is signed ${aheadSeconds} s ahead of the clock of this machine. The clock is slow: synchronize it.`,
      )
    }
    if (-aheadSeconds > this.#toleranceSeconds) {
      throw new WebhookVerificationError(
        'timestamp_too_old',
        `The message was signed ${-aheadSeconds} s before the time of this machine. Somebody sends an old message again, or the clock is fast: synchronize it.`,
      )
    }
  }

  #importedKeys(): Promise<CryptoKey[]> {
    this.#keys ??= Promise.all(
      this.#secrets.map((secret) => crypto.subtle.importKey('raw', secret, HMAC, false, ['sign', 'verify'])),
    )
    return this.#keys
  }
}

function readSecret(secret: unknown): Uint8Array<ArrayBuffer> {
  const [bytes] = typeof secret === 'string' ? readBase64(secret.replace(/^whsec_/, '')) : []
  if (bytes && bytes.length > 0) return bytes
  throw new TypeError('The webhook secret is malformed; pass the secret of the subscription, whsec_ and base64.')
}

/** Its bytes, in a list; an empty list if it is not base64. */
function readBase64(text: string): Uint8Array<ArrayBuffer>[] {
  try {
    return [Uint8Array.from(atob(text), (char) => char.charCodeAt(0))]
  } catch {
    return []
  }
}

function rawBytes(body: unknown): Uint8Array<ArrayBuffer> {
  if (typeof body === 'string') return new TextEncoder().encode(body) as Uint8Array<ArrayBuffer>
  if (body instanceof Uint8Array) return body as Uint8Array<ArrayBuffer>
  if (body instanceof ArrayBuffer) return new Uint8Array(body)
  throw new WebhookVerificationError(
    'body_not_raw',
    'The body is already parsed. Pass the raw body, as a string or as bytes: express.raw({ type: "application/json" }) in Express, request.text() of a Request.',
  )
}

function signedContent(id: string, timestamp: string, body: Uint8Array): Uint8Array<ArrayBuffer> {
  const head = new TextEncoder().encode(`${id}.${timestamp}.`)
  const content = new Uint8Array(head.length + body.length)
  content.set(head)
  content.set(body, head.length)
  return content
}
