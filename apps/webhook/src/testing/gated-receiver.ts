/** A receiver that answers nothing until it is opened. */
import { startReceiver } from './shared-service.ts'

export async function startGatedReceiver() {
  const receiver = await startReceiver()
  let gate = Promise.withResolvers<void>()
  receiver.answerAlways({ after: gate.promise })
  return {
    ...receiver,
    open() {
      gate.resolve()
      receiver.answerAlways({})
    },
    /** Answers so many later requests, and those that wait; holds the rest until `open`. */
    openFor(requests: number) {
      const rest = Promise.withResolvers<void>()
      const last = receiver.requests.length + requests
      receiver.answerAlways(() => (receiver.requests.length <= last ? {} : { after: rest.promise }))
      gate.resolve()
      gate = rest
    },
    /** Ids of the messages, in order of arrival. */
    webhookIds: () => receiver.requests.map(({ headers }) => headers['webhook-id']),
  }
}
