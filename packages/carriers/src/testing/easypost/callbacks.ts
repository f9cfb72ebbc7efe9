/** Call-backs of the server: events, posted to the webhooks of the account, with the faults that tests order. */
import { request } from 'undici'
import { signBody } from '../../adapters/easypost/signature.ts'
import type { FaultOrder } from '../../conformance/suite.ts'
import { eventObject, type TrackerObject } from './bodies.ts'
import type { Webhook } from './store.ts'

/** EasyPost writes weights with a decimal point, and signs the bytes that it sends. */
const inBytes = (event: object): Buffer =>
  Buffer.from(JSON.stringify(event).replaceAll(/("weight":)(\d+)(?=[,}])/g, '$1$2.0'))

interface Sending {
  webhook: Webhook
  body: Buffer
}

export interface Callbacks {
  send(event: { description: string; tracker: TrackerObject; webhooks: readonly Webhook[] }, fault?: FaultOrder): void
  /** Resolves when everything that was sent has been answered. */
  settled(): Promise<void>
}

export function createCallbacks(): Callbacks {
  const heldBack = new Map<string, Sending>()
  let inFlight = Promise.resolve()

  const post = ({ webhook, body }: Sending, secret = webhook.secret) => {
    const headers = {
      'content-type': 'application/json',
      'user-agent': 'EasyPost Web Hook',
      ...(secret !== null && { 'x-hmac-signature': signBody(secret, body) }),
    }
    // In order, as a receiver would see them from a sender with one connection.
    inFlight = inFlight
      .then(() => request(webhook.url, { method: 'POST', headers, body }))
      .then((answer) => answer.body.dump())
      .catch(() => {})
  }

  return {
    send({ description, tracker, webhooks }, { mode, delayMs } = {} as FaultOrder) {
      const body = inBytes(eventObject(description, tracker, new Date()))
      for (const webhook of webhooks.filter(({ disabled_at }) => disabled_at === null)) {
        const sending = { webhook, body }
        const key = `${webhook.id} ${tracker.id}`
        const late = heldBack.get(key)
        heldBack.delete(key)
        if (mode === 'out_of_order') heldBack.set(key, sending)
        else if (mode === 'slow') setTimeout(() => post(sending), delayMs).unref()
        else post(sending, mode === 'wrong_signature' ? 'another secret' : undefined)
        if (mode === 'duplicate') post(sending)
        if (late) post(late)
      }
    },
    settled: () => inFlight,
  }
}
