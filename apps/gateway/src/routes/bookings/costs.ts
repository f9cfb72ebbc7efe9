import { contextMessage } from '@waybill/chassis/rpc/client'
import { costGroups, costsSchema, MOST_COST_WEEKS } from '@waybill/contracts/bookings/costs'
import { oneOrMore } from '@waybill/edge/routing/many-values'
import { defineRoute, type Route } from '@waybill/edge/routing/route'
import { z } from 'zod'
import { day } from '../../lists/list-query.ts'
import type { Services } from '../services.ts'

const costQuery = z.object({
  from: day.optional().describe('A date in the first week. Default: four weeks.'),
  to: day.optional().describe('A date in the last week. Default: today (UTC).'),
  group_by: oneOrMore(costGroups, 'Default: all. Currencies are never added.'),
})

export const costRoutes: Route<Services>[] = [
  defineRoute<Services, typeof costQuery>({
    operationId: 'getCosts',
    method: 'GET',
    path: '/api/v1/costs',
    tag: 'Bookings',
    summary: 'Get costs',
    description: `What bookings cost, and how many were on time or failed, in up to ${MOST_COST_WEEKS} whole weeks. A booking counts in the week of its \`collection_date\`, by which \`GET /shipments\` finds it too. Refunds and surcharges change that week. Figures are at most a minute old.`,
    access: { kind: 'token', scope: 'bookings:read' },
    query: costQuery,
    success: [{ status: 200, description: 'The costs.', schema: costsSchema }],
    handle: ({ context, query }, { bookings }) =>
      bookings.GetCosts({
        context: contextMessage(context),
        from: query.from ?? '',
        to: query.to ?? '',
        group_by: query.group_by ?? [],
      }),
  }),
]
