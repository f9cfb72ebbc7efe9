import { type HttpReceiver, startHttpReceiver } from '@waybill/testing/http-receiver'
import { documentChecks } from '../api.ts'

/** A receiver of webhooks. `stop` throws an error if a received event is not as the OpenAPI document says. */
export async function startEventReceiver(): Promise<HttpReceiver> {
  const receiver = await startHttpReceiver()
  return {
    ...receiver,
    async stop() {
      await receiver.stop()
      const { assertEvent } = await documentChecks()
      for (const { body } of receiver.requests) assertEvent(JSON.parse(body.toString()))
    },
  }
}
