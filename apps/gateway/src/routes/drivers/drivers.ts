/** Drivers of the merchant's own fleet, for merchants. */
import { contextMessage } from '@waybill/chassis/rpc/client'
import { publicBookingSchema } from '@waybill/contracts/booking'
import {
  createDriverSchema,
  driverWithTokenSchema,
  publicFleetDriverSchema,
  updateDriverSchema,
} from '@waybill/contracts/fleet/driver'
import { assignDriverSchema } from '@waybill/contracts/fleet/driver-job'
import { pageMessage, pageQuery } from '@waybill/edge/routing/query'
import { defineRoute, jsonBody, noBody, type Route } from '@waybill/edge/routing/route'
import type { Services } from '../services.ts'

const tag = 'Drivers'
const DRIVERS = '/api/v1/drivers'
const DRIVER = `${DRIVERS}/{driver_id}`
const driver = { status: 200, description: 'The driver.', schema: publicFleetDriverSchema }
const withToken = { description: 'The driver with a new token.', schema: driverWithTokenSchema }

export const driverRoutes: Route<Services>[] = [
  defineRoute({
    operationId: 'createDriver',
    method: 'POST',
    path: DRIVERS,
    tag,
    summary: 'Create a driver',
    description:
      'A driver of your own fleet. `token` is shown only in this response: give it to the driver, whose app sends it as a bearer token to `/api/v1/driver`. `capacity` is how many jobs and offers the driver may have at once.',
    access: { kind: 'token', scope: 'drivers:write' },
    body: jsonBody(createDriverSchema),
    success: [{ status: 201, ...withToken, location: DRIVER }],
    confirmation: 'always',
    errors: ['driver_limit_reached'],
    secretInAnswer: true,
    handle: ({ context, bytes }, { bookings }) =>
      bookings.CreateDriver({ context: contextMessage(context), document: bytes }),
  }),
  defineRoute<Services, typeof pageQuery>({
    operationId: 'listDrivers',
    method: 'GET',
    path: DRIVERS,
    tag,
    summary: 'List drivers',
    description: 'Newest first.',
    access: { kind: 'token', scope: 'drivers:read' },
    query: pageQuery,
    success: [{ ...driver, description: 'A page of drivers.', list: true }],
    errors: ['invalid_cursor'],
    handle: ({ context, query }, { bookings }) =>
      bookings.ListDrivers({ context: contextMessage(context), page: pageMessage(query) }),
  }),
  defineRoute({
    operationId: 'getDriver',
    method: 'GET',
    path: DRIVER,
    tag,
    summary: 'Get a driver',
    access: { kind: 'token', scope: 'drivers:read' },
    success: [driver],
    handle: ({ context, params }, { bookings }) =>
      bookings.GetDriver({ context: contextMessage(context), driver_id: params.driver_id }),
  }),
  defineRoute({
    operationId: 'updateDriver',
    method: 'PATCH',
    path: DRIVER,
    tag,
    summary: 'Update a driver',
    description:
      'Each field that you send is replaced; omitted fields stay unchanged. `active: false` deactivates the driver: the token is refused until the driver is active again, open offers go to other drivers, and accepted jobs stay until you assign them to another driver. A response of GET can be sent back with a change in it.',
    access: { kind: 'token', scope: 'drivers:write' },
    body: jsonBody(updateDriverSchema, { validatedByOwner: true }),
    conditional: true,
    success: [driver],
    confirmation: [{ active: true }],
    handle: ({ context, params, bytes }, { bookings }) =>
      bookings.UpdateDriver({ context: contextMessage(context), driver_id: params.driver_id, document: bytes }),
  }),
  defineRoute({
    operationId: 'deleteDriver',
    method: 'DELETE',
    path: DRIVER,
    tag,
    summary: 'Delete a driver',
    description:
      'Removes the name, phone number, email and last position of the driver. Bookings keep the name until their shipment is erased.',
    access: { kind: 'token', scope: 'drivers:write' },
    body: noBody,
    conditional: true,
    success: [{ status: 204, description: 'The driver is deleted.' }],
    errors: ['driver_has_jobs'],
    handle: ({ context, params }, { bookings }) =>
      bookings.DeleteDriver({ context: contextMessage(context), driver_id: params.driver_id }),
  }),
  defineRoute({
    operationId: 'rotateDriverToken',
    method: 'POST',
    path: `${DRIVER}/token`,
    tag,
    summary: "Replace a driver's token",
    description: 'The token before ends at once. The new one is shown only in this response.',
    access: { kind: 'token', scope: 'drivers:write' },
    body: noBody,
    success: [{ status: 200, ...withToken }],
    confirmation: 'always',
    secretInAnswer: true,
    handle: ({ context, params }, { bookings }) =>
      bookings.RotateDriverToken({ context: contextMessage(context), driver_id: params.driver_id }),
  }),
  defineRoute({
    operationId: 'assignDriver',
    method: 'POST',
    path: '/api/v1/bookings/{booking_id}/assign-driver',
    tag,
    summary: 'Assign a driver to a booking',
    description:
      'Gives the job of a booking of carrier `own_fleet` to a driver, without an offer, and takes it from the driver before. After the pickup the drivers hand the goods over: the status of the booking stays. Possible until the job has ended.',
    access: { kind: 'token', scope: 'drivers:write' },
    body: jsonBody(assignDriverSchema),
    success: [{ status: 200, description: 'The booking.', schema: publicBookingSchema }],
    errors: ['booking_not_assignable', 'driver_not_found', 'driver_not_free'],
    handle: ({ context, params, bytes }, { bookings }) =>
      bookings.AssignDriver({ context: contextMessage(context), booking_id: params.booking_id, document: bytes }),
  }),
]
