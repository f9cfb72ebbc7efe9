/** Routes for drivers of an own fleet, with their token. */
import { contextMessage } from '@waybill/chassis/rpc/client'
import {
  driverAvailabilitySchema,
  driverPositionSchema,
  publicFleetDriverSchema,
} from '@waybill/contracts/fleet/driver'
import { driverJobSchema, driverReportSchema, LARGEST_PHOTO_BYTES } from '@waybill/contracts/fleet/driver-job'
import { defineRoute, jsonBody, noBody, type Route } from '@waybill/edge/routing/route'
import type { Services } from '../services.ts'

const tag = 'Driver app'
const DRIVER = '/api/v1/driver'
const JOB = `${DRIVER}/jobs/{job_id}`
const driver = { status: 200, description: 'The driver.', schema: publicFleetDriverSchema }
const done = { status: 204, description: 'Done.' }
const access = { kind: 'driver' } as const

const uploadRoute = (kind: 'photo' | 'signature', texts: { summary: string; description: string }): Route<Services> =>
  defineRoute({
    operationId: kind === 'photo' ? 'addJobPhoto' : 'addJobSignature',
    method: 'POST',
    path: `${JOB}/${kind}`,
    tag,
    ...texts,
    access,
    body: { kind: 'raw', limitBytes: LARGEST_PHOTO_BYTES },
    success: [{ ...done, description: 'The image is stored.' }],
    errors: ['report_out_of_order', 'validation_error'],
    handle: ({ context, params, bytes, driverId }, { bookings }) =>
      bookings.AddJobMedia({
        context: contextMessage(context),
        driver_id: driverId,
        job_id: params.job_id,
        kind,
        content: bytes,
      }),
  })

export const driverAppRoutes: Route<Services>[] = [
  defineRoute({
    operationId: 'getMyself',
    method: 'GET',
    path: DRIVER,
    tag,
    summary: 'Get the driver of the token',
    access,
    success: [driver],
    handle: ({ context, driverId }, { bookings }) =>
      bookings.GetDriver({ context: contextMessage(context), driver_id: driverId }),
  }),
  defineRoute({
    operationId: 'setAvailability',
    method: 'PATCH',
    path: DRIVER,
    tag,
    summary: 'Begin or end a shift',
    description: 'A driver who is not available gets no offers. Accepted jobs stay.',
    access,
    body: jsonBody(driverAvailabilitySchema),
    success: [driver],
    handle: ({ context, bytes, driverId }, { bookings }) =>
      bookings.UpdateDriver({ context: contextMessage(context), driver_id: driverId, document: bytes }),
  }),
  defineRoute({
    operationId: 'listMyJobs',
    method: 'GET',
    path: `${DRIVER}/jobs`,
    tag,
    summary: 'List offers and jobs',
    description:
      'Open offers (`searching`, until `offer_expires_at`) and accepted jobs, those that are ready first, in one page. Poll it: there are no push messages.',
    access,
    success: [{ status: 200, description: 'The offers and jobs.', schema: driverJobSchema, list: true }],
    handle: ({ context, driverId }, { bookings }) =>
      bookings.ListDriverJobs({ context: contextMessage(context), driver_id: driverId }),
  }),
  ...(['accept', 'decline'] as const).map((answer) =>
    defineRoute<Services>({
      operationId: answer === 'accept' ? 'acceptOffer' : 'declineOffer',
      method: 'POST',
      path: `${JOB}/${answer}`,
      tag,
      summary: answer === 'accept' ? 'Accept an offer' : 'Decline an offer',
      description:
        answer === 'accept'
          ? 'The job is yours. A repeat after that has no further effect.'
          : 'The job is offered to the next driver, and not to you again.',
      access,
      body: noBody,
      success: [done],
      errors: ['offer_over'],
      handle: ({ context, params, driverId }, { bookings }) => {
        const request = { context: contextMessage(context), driver_id: driverId, job_id: params.job_id }
        return answer === 'accept' ? bookings.AcceptOffer(request) : bookings.DeclineOffer(request)
      },
    }),
  ),
  defineRoute({
    operationId: 'reportJob',
    method: 'POST',
    path: `${JOB}/reports`,
    tag,
    summary: 'Report what happened',
    description:
      'Reports follow the delivery: `en_route_to_pickup`, `arrived_at_pickup`, `picked_up`, `en_route_to_dropoff`, `arrived_at_dropoff`, then `delivered`, or `delivery_attempted` and later another attempt or `returning` and `returned`. `failed` ends the job at any time; before pickup, the shipment can be booked again. Repeating a report has no further effect.',
    access,
    body: jsonBody(driverReportSchema),
    success: [done],
    errors: ['report_out_of_order'],
    handle: ({ context, params, bytes, driverId }, { bookings }) =>
      bookings.ReportJob({
        context: contextMessage(context),
        driver_id: driverId,
        job_id: params.job_id,
        document: bytes,
      }),
  }),
  uploadRoute('photo', {
    summary: 'Add a photo to the proof of delivery',
    description:
      'The body is the image: JPEG, PNG, WebP or HEIC of at most 5 MiB, up to 10 for a job. Send photos between pickup and the report `delivered`.',
  }),
  uploadRoute('signature', {
    summary: 'Add the signature to the proof of delivery',
    description:
      'The body is an image of it, as of a photo. Another one replaces it. `recipient_name` of the report `delivered` is the name of the signer.',
  }),
  defineRoute({
    operationId: 'reportPosition',
    method: 'POST',
    path: `${DRIVER}/positions`,
    tag,
    summary: 'Report the position',
    description:
      'Offers go to the nearest driver by the last position. Bookings of accepted jobs show one at least every 20 s apart.',
    access,
    body: jsonBody(driverPositionSchema),
    success: [done],
    handle: ({ context, bytes, driverId }, { bookings }) =>
      bookings.MoveDriver({ context: contextMessage(context), driver_id: driverId, document: bytes }),
  }),
]
