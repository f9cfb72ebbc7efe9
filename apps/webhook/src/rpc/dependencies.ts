import type { SecretBox } from '@waybill/chassis/secrets/secret-box'
import type { Reader } from '../db.ts'
import type { ReceiverRules } from '../subscriptions/receiver-url.ts'

export interface RpcDependencies {
  db: Reader
  box: SecretBox
  rules: ReceiverRules
  /** Subscriptions per environment. */
  subscriptionLimit: number
  /** How long events are kept. */
  eventDays: number
  /** How long deliveries are kept. A replay sends no older event. */
  deliveryDays: number
  /** Hint: a delivery is due. */
  onDue: () => void
  /** Hint: a replay or a deletion has work to do. */
  onJob: () => void
}
