import { pageQuery } from '@waybill/edge/routing/query'
import { defineRoute, jsonBody, noBody, type Route } from '@waybill/edge/routing/route'
import type { z } from 'zod'
import {
  type CreateParcelPreset,
  createParcelPresetSchema,
  parcelPresetSchema,
  updateParcelPresetSchema,
} from '../../settings/presets/document.ts'
import type { Services } from '../services.ts'

const tag = 'Parcel presets'
const PRESETS = '/api/v1/parcel-presets'
const PRESET = `${PRESETS}/{preset_id}`
const preset = { status: 200, description: 'The parcel preset.', schema: parcelPresetSchema }

export const parcelPresetRoutes: Route<Services>[] = [
  defineRoute<Services, z.ZodObject, CreateParcelPreset>({
    operationId: 'createParcelPreset',
    method: 'POST',
    path: PRESETS,
    tag,
    summary: 'Create a parcel preset',
    description: 'Size and weight of a box that you often send, to fill in the parcels of a shipment.',
    access: { kind: 'token', scope: 'settings:write', part: 'parcel_presets:write' },
    body: jsonBody(createParcelPresetSchema),
    success: [{ ...preset, status: 201, location: PRESET }],
    errors: ['parcel_preset_limit_reached'],
    handle: (call, { parcelPresets }) => parcelPresets.create(call),
  }),
  defineRoute<Services, typeof pageQuery>({
    operationId: 'listParcelPresets',
    method: 'GET',
    path: PRESETS,
    tag,
    summary: 'List parcel presets',
    description: 'Oldest first.',
    access: { kind: 'token', scope: 'settings:read', part: 'parcel_presets:read' },
    query: pageQuery,
    success: [{ ...preset, description: 'A page of parcel presets.', list: true }],
    errors: ['invalid_cursor'],
    handle: (call, { parcelPresets }) => parcelPresets.list(call),
  }),
  defineRoute({
    operationId: 'getParcelPreset',
    method: 'GET',
    path: PRESET,
    tag,
    summary: 'Get a parcel preset',
    access: { kind: 'token', scope: 'settings:read', part: 'parcel_presets:read' },
    success: [preset],
    handle: (call, { parcelPresets }) => parcelPresets.get(call),
  }),
  defineRoute({
    operationId: 'updateParcelPreset',
    method: 'PATCH',
    path: PRESET,
    tag,
    summary: 'Update a parcel preset',
    description:
      'Omitted fields stay unchanged. Existing shipments keep their parcels. A response of GET can be sent back with a change in it.',
    access: { kind: 'token', scope: 'settings:write', part: 'parcel_presets:write' },
    body: jsonBody(updateParcelPresetSchema, { validatedByOwner: true }),
    conditional: true,
    success: [preset],
    handle: (call, { parcelPresets }) => parcelPresets.update(call),
  }),
  defineRoute({
    operationId: 'deleteParcelPreset',
    method: 'DELETE',
    path: PRESET,
    tag,
    summary: 'Delete a parcel preset',
    description: 'Existing shipments keep their parcels.',
    access: { kind: 'token', scope: 'settings:write', part: 'parcel_presets:write' },
    body: noBody,
    conditional: true,
    success: [{ status: 204, description: 'The parcel preset is deleted.' }],
    handle: (call, { parcelPresets }) => parcelPresets.delete(call),
  }),
]
