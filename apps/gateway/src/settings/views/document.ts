/** Saved views as merchants send and see them. */
import type { ErrorDetail } from '@waybill/contracts/app-error'
import { type Accepted, acrossFields } from '@waybill/contracts/requests/across-fields'
import { inAlphabeticalOrders } from '@waybill/contracts/requests/key-order'
import { changedNames, ignored, readOnly, readOnlyDetail } from '@waybill/contracts/requests/read-only-fields'
import { errorDetail, getDetails, refuse } from '@waybill/contracts/requests/validation'
import { wholeNumber } from '@waybill/contracts/values/number'
import { requiredText } from '@waybill/contracts/values/text'
import { readQuery } from '@waybill/edge/routing/query'
import { z } from 'zod'
import { bookingQuery, listSorts, shipmentQuery } from '../../lists/list-query.ts'

export const viewResources = ['shipments', 'bookings'] as const
export type ViewResource = (typeof viewResources)[number]

/** The filters of each list. A view opens at the first page, and has its order in `sort`. */
const filters = {
  shipments: shipmentQuery.omit({ limit: true, cursor: true, sort: true }),
  bookings: bookingQuery.omit({ limit: true, cursor: true, sort: true }),
} satisfies Record<ViewResource, z.ZodObject>

const MOST_QUERY_CHARACTERS = 8_192
const MOST_COLUMNS = 50
const LAST_POSITION = 1_000_000

const query = z
  .record(z.string(), z.unknown())
  .describe(
    'The filters as an object, by the names of the parameters of the list: `{"status": ["ready"], "metadata": {"shop": "north"}}`. `limit`, `cursor` and `sort` are not among them.',
  )
const columns = acrossFields(
  z
    .array(z.string().regex(/^[A-Za-z0-9_.-]{1,64}$/, { error: 'must be 1 to 64 letters, digits, dots, hyphens or _' }))
    .max(MOST_COLUMNS),
  (names, context) => {
    names.forEach((name, index) => {
      if (name !== undefined && names.indexOf(name) < index) refuse(context, [index], 'repeated', 'is listed before')
    })
  },
)
  .nullable()
  .describe('Names of the columns to show, in order, as your program defines them. Null: its default columns.')
const sort = z.enum(listSorts).nullable().describe('The order. Null: the default of the list.')
const shared = z
  .boolean()
  .describe('Whether everybody in the environment sees the view. `false`: only the user or key that made it.')
const position = wholeNumber(0, LAST_POSITION).describe(
  'Views are listed by ascending position; those with the same one by age.',
)

/** Body of POST /api/v1/saved-views. */
export const createSavedViewSchema = acrossFields(
  z.strictObject({
    resource: z.enum(viewResources).describe('The list that the view is of.'),
    name: requiredText(100),
    query: query.default({}),
    columns: columns.default(null),
    sort: sort.default(null),
    shared: shared.default(true),
    position: position.optional().describe(`${position.description} Default: after the last one of the list.`),
  }),
  (view, context) => {
    if (view.resource === undefined || view.query === undefined) return
    for (const { pointer, code, message } of queryProblems(view.resource, view.query)) {
      refuse(context, splitSteps(pointer), code as Parameters<typeof refuse>[2], message)
    }
  },
).meta({ id: 'CreateSavedView' })
export type CreateSavedView = z.output<typeof createSavedViewSchema>

const fixedNames = ['view_id', 'environment_id', 'resource', 'created_by', 'created_at'] as const

/** Body of PATCH /api/v1/saved-views/{view_id}: each field that is sent is replaced as a whole. Takes a response. */
export const updateSavedViewSchema = z
  .strictObject({
    name: requiredText(100).optional(),
    query: query.optional(),
    columns: columns.optional(),
    sort: sort.optional(),
    shared: shared.optional(),
    position: position.optional(),
    ...Object.fromEntries(fixedNames.map((name) => [name, readOnly.optional()])),
    updated_at: ignored.optional(),
  })
  .meta({ id: 'UpdateSavedView' })
/** Fields of a response that is sent back. */
type SentBack = Partial<Record<(typeof fixedNames)[number], unknown>>
export type UpdateSavedView = z.output<typeof updateSavedViewSchema>

/** A view as it is stored. */
export interface SavedView {
  environmentId: string
  viewId: string
  resource: ViewResource
  /** The user or key that alone sees it; null: it is shared. */
  owner: string | null
  createdBy: string
  position: number
  document: Pick<CreateSavedView, 'name' | 'query' | 'columns' | 'sort'>
  /** Rises with each change; also the ETag. */
  version: number
  createdAt: Date
  updatedAt: Date
}

export const savedViewSchema = z
  .object({
    view_id: z.string().describe('Identifier, svw_…'),
    environment_id: z.string(),
    resource: z.enum(viewResources).meta({ sentBack: true }).describe('The list that the view is of.'),
    name: z.string().describe('Name of the view.'),
    query: z.record(z.string(), z.unknown()).describe('The filters, as they were sent.'),
    columns: z.array(z.string()).nullable().describe('The columns to show, in order; null: the default ones.'),
    sort: z.enum(listSorts).nullable().meta({ sentBack: true }).describe('The order; null: the default of the list.'),
    shared: z.boolean().describe('Whether everybody in the environment sees the view.'),
    position: z.int().describe('The place of the view among those of the environment.'),
    created_by: z.string().describe('The user or key that made the view.'),
    created_at: z.string(),
    updated_at: z.string(),
  })
  .meta({ id: 'SavedView' })
type PublicSavedView = z.output<typeof savedViewSchema>

export const publicSavedView = (view: SavedView): PublicSavedView => ({
  view_id: view.viewId,
  environment_id: view.environmentId,
  resource: view.resource,
  name: view.document.name,
  query: inAlphabeticalOrders(view.document.query as Record<string, unknown>),
  columns: view.document.columns,
  sort: view.document.sort,
  shared: view.owner === null,
  position: view.position,
  created_by: view.createdBy,
  created_at: view.createdAt.toISOString(),
  updated_at: view.updatedAt.toISOString(),
})

/** Errors of the list's query, as fields of the view. */
function queryProblems(resource: ViewResource, sent: Readonly<Record<string, unknown>>): ErrorDetail[] {
  if (JSON.stringify(sent).length > MOST_QUERY_CHARACTERS) {
    return [errorDetail(['query'], 'too_long', `must have at most ${MOST_QUERY_CHARACTERS} characters as JSON`)]
  }
  const { metadata, ...others } = sent
  const isRecord = typeof metadata === 'object' && metadata !== null && !Array.isArray(metadata)
  // As the query string of the list has it.
  const entries = isRecord ? Object.entries(metadata).map(([key, value]) => [`metadata[${key}]`, value]) : []
  const raw = isRecord ? { ...others, ...Object.fromEntries(entries) } : sent
  const found = getDetails(() => readQuery(filters[resource], raw))
  return found.map(({ pointer, code, message }) =>
    errorDetail(['query', ...splitSteps(pointer)], code as Parameters<typeof errorDetail>[1], message),
  )
}

const splitSteps = (pointer: string): string[] =>
  pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))

/** Errors beyond the schema in a patch of the view, or in the part of it that the schema accepts. `actor` sends it. */
export function viewPatchProblems(
  before: SavedView,
  patch: Accepted<UpdateSavedView> & SentBack,
  actor: string,
): ErrorDetail[] {
  const fixed = changedNames(publicSavedView(before), patch, fixedNames)
  const wrongQuery = patch.query === undefined ? [] : queryProblems(before.resource, patch.query)
  const mayNotHide = patch.shared === false && before.createdBy !== actor
  const message = `must be true: only ${before.createdBy}, who made the view, can keep it from others`
  return [
    ...fixed.map((name) => readOnlyDetail([name])),
    ...wrongQuery,
    ...(mayNotHide ? [errorDetail(['shared'], 'not_allowed', message)] : []),
  ]
}
