import type { WebhookServiceHandlers } from '@waybill/contracts/gen/waybill/webhook/v1/WebhookService'
import { serviceDefinition } from '../rpc/proto.ts'
import type { UnaryMethods } from '../rpc/server.ts'

/** The service definition that test servers implement. Any proto would do. */
export const ECHO_SERVICE = 'waybill.webhook.v1.WebhookService'
export type EchoHandlers = UnaryMethods<WebhookServiceHandlers>

/** The same answer from each of its methods. */
export const answeringAll = (answer: () => Promise<{ status: number; etag?: string }>): EchoHandlers =>
  Object.fromEntries(
    Object.keys(serviceDefinition(ECHO_SERVICE)).map((name) => [name, answer]),
  ) as unknown as EchoHandlers
