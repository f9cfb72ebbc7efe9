import { pageQuery } from '@waybill/edge/routing/query'
import { defineRoute, jsonBody, noBody, type Route } from '@waybill/edge/routing/route'
import { z } from 'zod'
import {
  type CreateSavedView,
  createSavedViewSchema,
  savedViewSchema,
  updateSavedViewSchema,
  viewResources,
} from '../../settings/views/document.ts'
import type { Services } from '../services.ts'

const tag = 'Saved views'
const VIEWS = '/api/v1/saved-views'
const VIEW = `${VIEWS}/{view_id}`
const view = { status: 200, description: 'The saved view.', schema: savedViewSchema }

const listQuery = pageQuery.extend({
  resource: z.enum(viewResources).optional().describe('Only views of this list.'),
})

export const savedViewRoutes: Route<Services>[] = [
  defineRoute<Services, z.ZodObject, CreateSavedView>({
    operationId: 'createSavedView',
    method: 'POST',
    path: VIEWS,
    tag,
    summary: 'Save a view',
    description:
      'A named filter of the list of shipments or of bookings. `query` is checked like the query of that list. An environment can have 200 shared views, and each user or key 50 private ones.',
    access: { kind: 'token', scope: 'views:write' },
    body: jsonBody(createSavedViewSchema),
    success: [{ ...view, status: 201, location: VIEW }],
    errors: ['saved_view_limit_reached'],
    handle: (call, { savedViews }) => savedViews.create(call),
  }),
  defineRoute<Services, typeof listQuery>({
    operationId: 'listSavedViews',
    method: 'GET',
    path: VIEWS,
    tag,
    summary: 'List saved views',
    description: 'By `position`. Views that other users or keys have not shared are not listed.',
    access: { kind: 'token', scope: 'views:read' },
    query: listQuery,
    success: [{ ...view, description: 'A page of saved views.', list: true }],
    errors: ['invalid_cursor'],
    handle: (call, { savedViews }) => savedViews.list(call),
  }),
  defineRoute({
    operationId: 'getSavedView',
    method: 'GET',
    path: VIEW,
    tag,
    summary: 'Get a saved view',
    access: { kind: 'token', scope: 'views:read' },
    success: [view],
    handle: (call, { savedViews }) => savedViews.get(call),
  }),
  defineRoute({
    operationId: 'updateSavedView',
    method: 'PATCH',
    path: VIEW,
    tag,
    summary: 'Update a saved view',
    description:
      'Each field that you send is replaced as a whole, `query` and `columns` included; omitted fields stay unchanged. Only the user or key that made a view can set `shared` to false. A response of GET can be sent back with a change in it.',
    access: { kind: 'token', scope: 'views:write' },
    body: jsonBody(updateSavedViewSchema, { validatedByOwner: true }),
    conditional: true,
    success: [view],
    errors: ['saved_view_limit_reached'],
    handle: (call, { savedViews }) => savedViews.update(call),
  }),
  defineRoute({
    operationId: 'deleteSavedView',
    method: 'DELETE',
    path: VIEW,
    tag,
    summary: 'Delete a saved view',
    access: { kind: 'token', scope: 'views:write' },
    body: noBody,
    conditional: true,
    success: [{ status: 204, description: 'The saved view is deleted.' }],
    handle: (call, { savedViews }) => savedViews.delete(call),
  }),
]
