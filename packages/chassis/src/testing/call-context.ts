import { newId } from '@waybill/contracts/ids'
import { type CallContext, systemContext } from '../rpc/call-context.ts'

/** The context of a merchant's write, with a new operation id each time. */
export function aCall(context: Partial<CallContext> = {}): CallContext {
  return {
    ...systemContext({ environmentId: 'env_1', merchantId: 'mer_1', livemode: false, timeoutMs: 10_000 }),
    opId: newId('op'),
    route: 'POST /api/v1/parcels',
    bodyHash: 'hash-1',
    ...context,
  }
}
