/** The public returns page. The tracking token in the URL is the only credential. */
import { type CallContext, contextMessage } from '@waybill/chassis/rpc/call-context'
import { AppError } from '@waybill/contracts/app-error'
import type { ReturnPageReply__Output } from '@waybill/contracts/gen/waybill/shipment/v1/ReturnPageReply'
import { type ReturnPage, returnPageSchema } from '@waybill/contracts/shipments/return-page'
import { type Call, defineRoute, type Reply, type Route, TIMEOUT_MS } from '@waybill/edge/routing/route'
import { z } from 'zod'
import { recipientReturnPage, unknownReturnPage } from '../../return-page/page.ts'
import { describeProblems, readForm } from '../../return-page/read-form.ts'
import type { Services } from '../services.ts'
import { fileReply } from './labels.ts'
import { pageReply } from './tracking.ts'

/** A form with a choice of hundreds of items and a note. */
const FORM_LIMIT_BYTES = 32 * 1024

const common = {
  tag: 'Pages',
  access: { kind: 'anyone', limited: true, tokens: 1 },
  errors: [],
  hidden: true,
} as const

/** No wrong number is refused: a person must see the page, not an error for developers. */
const labelQuery = z.object({ return: z.unknown().optional() })

const read = ({ page }: ReturnPageReply__Output): ReturnPage => returnPageSchema.parse(JSON.parse(page.toString()))

const open = async ({ shipments }: Services, context: CallContext, tracking_token: string): Promise<ReturnPage> =>
  read(await shipments.OpenReturnPage({ context: contextMessage(context), tracking_token }))

/** A page in place of an error that a recipient can do something about. */
async function onPage(
  { context, params }: Pick<Call, 'context' | 'params'>,
  services: Services,
  work: (token: string) => Promise<Reply>,
  sent?: URLSearchParams,
): Promise<Reply> {
  const { tracking_token: token = '' } = params
  try {
    return await work(token)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    if (error.code === 'shipment_not_found') return pageReply(404, unknownReturnPage())
    const problems = describeProblems(error)
    if (problems.length === 0) throw error
    const page = await open(services, context, token)
    const branding = await services.brandings.find(page.environment_id)
    return pageReply(error.kind.status, recipientReturnPage({ page, token, sent, problems }, branding))
  }
}

export const returnPageRoutes: Route<Services>[] = [
  defineRoute({
    ...common,
    operationId: 'getReturnPage',
    method: 'GET',
    path: '/r/{tracking_token}',
    summary: 'Get the returns page of a delivery',
    success: [{ status: 200, description: 'The page.', contentType: 'text/html' }],
    async handle(call, services) {
      return await onPage(call, services, async (token) => {
        const page = await open(services, call.context, token)
        const branding = await services.brandings.find(page.environment_id)
        return pageReply(200, recipientReturnPage({ page, token }, branding))
      })
    },
  }),
  defineRoute({
    ...common,
    operationId: 'sendReturnForm',
    method: 'POST',
    path: '/r/{tracking_token}',
    summary: 'Ask for a return',
    body: { kind: 'raw', limitBytes: FORM_LIMIT_BYTES },
    success: [{ status: 303, description: 'The return is registered.', contentType: 'text/html' }],
    async handle(call, services) {
      const sent = new URLSearchParams(call.bytes.toString())
      const register = async (token: string): Promise<Reply> => {
        await services.shipments.ReturnByRecipient({
          context: contextMessage(call.context),
          tracking_token: token,
          document: Buffer.from(JSON.stringify(readForm(sent))),
        })
        return { status: 303, body: '', headers: { location: `/r/${encodeURIComponent(token)}` } }
      }
      return await onPage(call, services, register, sent)
    },
  }),
  defineRoute<Services, typeof labelQuery>({
    ...common,
    operationId: 'getReturnLabel',
    method: 'GET',
    path: '/r/{tracking_token}/label',
    summary: 'Get the label of a return',
    query: labelQuery,
    success: [{ status: 200, description: 'The label or code.', contentType: 'application/pdf' }],
    timeoutMs: TIMEOUT_MS.carrier,
    async handle(call, services) {
      const { context, query, caller } = call
      return await onPage(call, services, async (token) => {
        const page = await open(services, context, token)
        const found = page.returns[Number(query.return) - 1]
        const bookingId = found?.status === 'ready' ? found.booking_id : null
        if (!found || bookingId === null) throw new AppError('label_not_found', 'This return has no label yet.')
        const owner = { ...context, environmentId: page.environment_id }
        const label = await services.files.open(caller, () =>
          services.bookings.GetLabel({
            context: contextMessage(owner),
            booking_id: bookingId,
            // A recipient has no label printer.
            ...(found.label === 'qr' ? { document: 'qr' } : { format: 'pdf' }),
          }),
        )
        return fileReply(label, found.label === 'qr' ? 'return-code' : 'return-label')
      })
    },
  }),
]
