/** Server-sent events as text: https://html.spec.whatwg.org/multipage/server-sent-events.html */

export interface StreamMessage {
  /** What the follower names as Last-Event-ID to go on after it. */
  id?: string
  event: string
  /** JSON on one line. */
  data: string
}

export const messageText = ({ id, event, data }: StreamMessage): string =>
  `${id === undefined ? '' : `id: ${id}\n`}event: ${event}\ndata: ${data}\n\n`

/** Keeps the connection open through proxies; followers never see it. */
export const HEARTBEAT_TEXT = ': still here\n\n'

/** The first thing sent: how long to wait, in ms, before connecting again. */
export const retryText = (retryMs: number): string => `retry: ${retryMs}\n\n`
