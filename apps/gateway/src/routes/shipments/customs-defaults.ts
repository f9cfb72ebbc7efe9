import { contextMessage } from '@waybill/chassis/rpc/client'
import { customsDefaultsSchema, updateCustomsDefaultsSchema } from '@waybill/contracts/values/customs/defaults'
import { defineRoute, jsonBody, noBody, type Route } from '@waybill/edge/routing/route'
import type { Services } from '../services.ts'

const tag = 'Customs defaults'
const DEFAULTS = '/api/v1/customs-defaults'
const defaults = { status: 200, description: 'The customs defaults.', schema: customsDefaultsSchema }

/** Declared of every shipment that crosses a customs border, unless it says something else. */
export const customsDefaultsRoutes: Route<Services>[] = [
  defineRoute({
    operationId: 'getCustomsDefaults',
    method: 'GET',
    path: DEFAULTS,
    tag,
    summary: 'Get the customs defaults',
    description: 'Every field is empty until it is set.',
    access: { kind: 'token', scope: 'settings:read' },
    success: [defaults],
    handle: ({ context }, { shipments }) => shipments.GetCustomsDefaults({ context: contextMessage(context) }),
  }),
  defineRoute({
    operationId: 'updateCustomsDefaults',
    method: 'PATCH',
    path: DEFAULTS,
    tag,
    summary: 'Update the customs defaults',
    description:
      'A shipment that is created from now on, and crosses a customs border, gets them in the fields of `customs` that its document leaves out; `customs.from_defaults` lists these. Shipments that exist, and returns, stay as they are. Omitted fields stay unchanged, null removes one.',
    access: { kind: 'token', scope: 'settings:write' },
    body: jsonBody(updateCustomsDefaultsSchema, { validatedByOwner: true }),
    conditional: true,
    success: [defaults],
    handle: ({ context, bytes }, { shipments }) =>
      shipments.UpdateCustomsDefaults({ context: contextMessage(context), document: bytes }),
  }),
  defineRoute({
    operationId: 'resetCustomsDefaults',
    method: 'DELETE',
    path: DEFAULTS,
    tag,
    summary: 'Remove the customs defaults',
    access: { kind: 'token', scope: 'settings:write' },
    body: noBody,
    conditional: true,
    success: [{ status: 204, description: 'Nothing is declared by default.' }],
    handle: ({ context }, { shipments }) => shipments.ResetCustomsDefaults({ context: contextMessage(context) }),
  }),
]
