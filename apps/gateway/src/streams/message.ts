/** Server-sent events as text: https://html.spec.whatwg.org/multipage/server-sent-events.html. Pure. */

export interface StreamMessage {
  /** The client sends it as Last-Event-ID to resume after this message. */
  id?: string
  event: string
  /** JSON on one line. */
  data: string
}

export const messageText = ({ id, event, data }: StreamMessage): string =>
  `${id === undefined ? '' : `id: ${id}\n`}event: ${event}\ndata: ${data}\n\n`

/** A comment that keeps the connection open through proxies. Clients ignore it. */
export const HEARTBEAT_TEXT = ': still here\n\n'

/** Sent first: how long a client waits before it reconnects, in ms. */
export const retryText = (retryMs: number): string => `retry: ${retryMs}\n\n`
