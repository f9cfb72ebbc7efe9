/** The public returns page. The tracking token in the URL is the only credential. */
import { type CallContext, contextMessage } from '@waybill/chassis/rpc/call-context'
import { AppError } from '@waybill/contracts/app-error'
import type { ReturnPageReply__Output } from '@waybill/contracts/gen/waybill/shipment/v1/ReturnPageReply'
import { type ReturnPage, returnPageSchema } from '@waybill/contracts/shipments/return-page'
import { defineRoute, type Reply, type Route, TIMEOUT_MS } from '@waybill/edge/routing/route'
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

const labelQuery = z.object({
  return: z
    .string()
    .regex(/^[1-9]\d?$/, { error: 'must be the number of a return' })
    .transform(Number),
})

const read = ({ page }: ReturnPageReply__Output): ReturnPage => returnPageSchema.parse(JSON.parse(page.toString()))

const open = async ({ shipments }: Services, context: CallContext, tracking_token: string): Promise<ReturnPage> =>
  read(await shipments.OpenReturnPage({ context: contextMessage(context), tracking_token }))

/** The page of an unknown token in place of its error. */
async function known(work: () => Promise<Reply>): Promise<Reply> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof AppError && error.code === 'shipment_not_found') return pageReply(404, unknownReturnPage())
    throw error
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
    timeoutMs: TIMEOUT_MS.read,
    async handle({ context, params: { tracking_token: token = '' } }, services) {
      return await known(async () => {
        const page = await open(services, context, token)
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
    timeoutMs: TIMEOUT_MS.create,
    async handle({ context, params: { tracking_token: token = '' }, bytes }, services) {
      const sent = new URLSearchParams(bytes.toString())
      return await known(async () => {
        try {
          const document = Buffer.from(JSON.stringify(readForm(sent)))
          await services.shipments.ReturnByRecipient({
            context: contextMessage(context),
            tracking_token: token,
            document,
          })
          return { status: 303, body: '', headers: { location: `/r/${encodeURIComponent(token)}` } }
        } catch (error) {
          if (!(error instanceof AppError) || error.code !== 'validation_error') throw error
          const page = await open(services, context, token)
          const branding = await services.brandings.find(page.environment_id)
          const problems = describeProblems(error)
          return pageReply(422, recipientReturnPage({ page, token, sent, problems }, branding))
        }
      })
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
    async handle({ context, params, query, caller }, services) {
      const token = params.tracking_token ?? ''
      return await known(async () => {
        const page = await open(services, context, token)
        const found = page.returns[query.return - 1]
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
