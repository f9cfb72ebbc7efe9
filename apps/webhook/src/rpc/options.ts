import type { UnaryMethods } from '@waybill/chassis/rpc/server'
import type { WebhookServiceHandlers } from '@waybill/contracts/gen/waybill/webhook/v1/WebhookService'
import type { Reader } from '../db.ts'
import type { SecretBox } from '../secrets/secret-box.ts'
import type { ReceiverRules } from '../subscriptions/receiver-url.ts'

export interface WebhookRpcOptions {
  db: Reader
  box: SecretBox
  rules: ReceiverRules
  subscriptionLimit: number
  /** Something is due: a hint. */
  onDue: () => void
  /** A replay or a deletion has something to do: a hint. */
  onJob: () => void
}

export type Handlers = UnaryMethods<WebhookServiceHandlers>
