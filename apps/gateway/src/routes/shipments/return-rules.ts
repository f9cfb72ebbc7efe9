import { contextMessage } from '@waybill/chassis/rpc/client'
import { returnRulesSchema, updateReturnRulesSchema } from '@waybill/contracts/shipments/return-rules'
import { defineRoute, jsonBody, noBody, type Route } from '@waybill/edge/routing/route'
import type { Services } from '../services.ts'

const tag = 'Return rules'
const RULES = '/api/v1/return-rules'
const rules = { status: 200, description: 'The return rules.', schema: returnRulesSchema }

/** Rules of the page on which recipients return goods themselves. */
export const returnRulesRoutes: Route<Services>[] = [
  defineRoute({
    operationId: 'getReturnRules',
    method: 'GET',
    path: RULES,
    tag,
    summary: 'Get the return rules',
    access: { kind: 'token', scope: 'settings:read' },
    success: [rules],
    handle: ({ context }, { shipments }) => shipments.GetReturnRules({ context: contextMessage(context) }),
  }),
  defineRoute({
    operationId: 'updateReturnRules',
    method: 'PATCH',
    path: RULES,
    tag,
    summary: 'Update the return rules',
    description:
      'A return that a recipient makes is a shipment of the `direction` `return` that waits for you: book it to accept it, cancel it to refuse it. Omitted fields stay unchanged, null sets one back.',
    access: { kind: 'token', scope: 'settings:write' },
    body: jsonBody(updateReturnRulesSchema, { validatedByOwner: true }),
    conditional: true,
    success: [rules],
    handle: ({ context, bytes }, { shipments }) =>
      shipments.UpdateReturnRules({ context: contextMessage(context), document: bytes }),
  }),
  defineRoute({
    operationId: 'resetReturnRules',
    method: 'DELETE',
    path: RULES,
    tag,
    summary: 'Remove the return rules',
    access: { kind: 'token', scope: 'settings:write' },
    body: noBody,
    conditional: true,
    success: [{ status: 204, description: 'Recipients make no returns.' }],
    handle: ({ context }, { shipments }) => shipments.ResetReturnRules({ context: contextMessage(context) }),
  }),
]
