import { WaybillError } from '../errors.ts'
import type { operations } from '../gen/openapi.ts'
import type { ApiPromise } from '../http/api-promise.ts'
import type { Http } from '../http/http.ts'
import type { List } from '../http/page.ts'
import { path } from '../http/path.ts'
import type { ReadOptions, RequestOptions } from '../http/request-options.ts'
import { type FollowOptions, follow } from '../streams/follow.ts'
import type * as api from '../types.ts'

/** Query of `shipments.list`. */
export type ListShipments = NonNullable<operations['listShipments']['parameters']['query']>

export interface TrackOptions extends FollowOptions {
  /** `event_id` of the last entry that you have: the stream goes on after it. Default: from the first entry. */
  lastEventId?: string | undefined
}

export class Shipments {
  readonly #http: Http

  constructor(http: Http) {
    this.#http = http
  }

  /** Registers a shipment. It is `ready`: quote and book it next. */
  create(shipment: api.CreateShipment, options?: RequestOptions): ApiPromise<api.Shipment> {
    return this.#http.send('POST', '/api/v1/shipments', shipment, options)
  }

  /** Registers up to 500 shipments. Does not reject for those that are wrong: `items` has an `error` for each. */
  createBatch(batch: api.CreateShipmentBatch, options?: RequestOptions): ApiPromise<api.ShipmentBatch> {
    return this.#http.send('POST', '/api/v1/shipments/batch', batch, options)
  }

  /** Registers a shipment and looks for a courier at once. */
  createOnDemand(shipment: api.CreateOnDemandShipment, options?: RequestOptions): ApiPromise<api.Shipment> {
    return this.#http.send('POST', '/api/v1/shipments/on-demand', shipment, options)
  }

  /** Names the texts that carriers cannot take whole. Nothing is registered. With `dispatch`: of a shipment on demand. */
  check(
    shipment: api.CreateShipment | api.CreateOnDemandShipment,
    options?: RequestOptions,
  ): ApiPromise<api.ShipmentCheck> {
    return this.#http.send('POST', '/api/v1/shipments/check', shipment, options)
  }

  get(shipmentId: string, options?: ReadOptions): ApiPromise<api.Shipment> {
    return this.#http.get(path`/api/v1/shipments/${shipmentId}`, {}, options)
  }

  /** Newest first, unless `sort` says otherwise. */
  list(query?: ListShipments, options?: ReadOptions): List<api.Shipment> {
    return this.#http.list('/api/v1/shipments', query, options)
  }

  /** Changes the fields given. If the shipment is booked, the carrier has to accept the change first. */
  update(shipmentId: string, changes: api.UpdateShipment, options?: RequestOptions): ApiPromise<api.Shipment> {
    return this.#http.send('PATCH', path`/api/v1/shipments/${shipmentId}`, changes, options)
  }

  /** Cancels the shipment, and the carrier's job if it is booked. */
  cancel(shipmentId: string, reason: api.CancelShipment, options?: RequestOptions): ApiPromise<api.Cancellation> {
    return this.#http.send('POST', path`/api/v1/shipments/${shipmentId}/cancel`, reason, options)
  }

  /** Registers a shipment that brings goods of this one back: everything, or the items or parcels given. Quote and book it next. */
  return(shipmentId: string, goods?: api.ReturnShipment, options?: RequestOptions): ApiPromise<api.Shipment> {
    return this.#http.send('POST', path`/api/v1/shipments/${shipmentId}/return`, goods, options)
  }

  /** Books an option of a quote. If the carrier is slow, the booking is `pending`: see `bookings.waitUntilSettled`. */
  book(shipmentId: string, option: api.BookShipment, options?: RequestOptions): ApiPromise<api.Booking> {
    return this.#http.send('POST', path`/api/v1/shipments/${shipmentId}/book`, option, options)
  }

  /** The latest booking. */
  booking(shipmentId: string, options?: ReadOptions): ApiPromise<api.Booking> {
    return this.#http.get(path`/api/v1/shipments/${shipmentId}/booking`, {}, options)
  }

  /** The number of shipments in each status, up to 1,000. */
  counts(options?: ReadOptions): ApiPromise<api.ShipmentCounts> {
    return this.#http.get('/api/v1/shipments/counts', {}, options)
  }

  /** The active booking of each of up to 100 shipments, or its latest one. Shipments without a booking are left out. */
  listBookings(query: { shipment_id: string[] }, options?: ReadOptions): List<api.Booking> {
    return this.#http.list('/api/v1/shipments/bookings', query, options)
  }

  /** Keeps the shipment from being booked until it is released. */
  hold(shipmentId: string, hold: api.HoldShipment, options?: RequestOptions): ApiPromise<api.Shipment> {
    return this.#http.send('POST', path`/api/v1/shipments/${shipmentId}/hold`, hold, options)
  }

  /** Ends the hold. */
  release(shipmentId: string, options?: RequestOptions): ApiPromise<api.Shipment> {
    return this.#http.send('POST', path`/api/v1/shipments/${shipmentId}/release`, undefined, options)
  }

  /** Names the member who takes care of the shipment; null: nobody. */
  assign(shipmentId: string, assignment: api.AssignShipment, options?: RequestOptions): ApiPromise<api.Shipment> {
    return this.#http.send('POST', path`/api/v1/shipments/${shipmentId}/assign`, assignment, options)
  }

  /** Adds and removes tags. */
  tag(shipmentId: string, tags: api.TagShipment, options?: RequestOptions): ApiPromise<api.Shipment> {
    return this.#http.send('POST', path`/api/v1/shipments/${shipmentId}/tags`, tags, options)
  }

  /** Tags, assigns, holds or releases up to 100 shipments. Does not reject for those that fail: `items` has an `error` for each. */
  edit(edit: api.EditShipments, options?: RequestOptions): ApiPromise<api.EditedShipments> {
    return this.#http.send('POST', '/api/v1/shipments/edit', edit, options)
  }

  /** Approves or refuses a return that a recipient asks for. Rejects with its error, as calls about one shipment do. */
  async decideReturn(
    shipmentId: string,
    decision: NonNullable<api.EditShipments['return_decision']>,
    options?: RequestOptions,
  ): Promise<void> {
    const edited = await this.edit({ shipment_ids: [shipmentId], return_decision: decision }, options)
    const error = edited.items?.[0]?.error
    if (error) throw new WaybillError(error)
  }

  /** The tags in use. */
  listTags(options?: ReadOptions): List<api.ShipmentTag> {
    return this.#http.list('/api/v1/shipments/tags', {}, options)
  }

  /** The notes of your team, newest first. */
  listNotes(
    shipmentId: string,
    query?: NonNullable<operations['listNotes']['parameters']['query']>,
    options?: ReadOptions,
  ): List<api.Note> {
    return this.#http.list(path`/api/v1/shipments/${shipmentId}/notes`, query, options)
  }

  /** Adds a note, which only your team sees. */
  createNote(shipmentId: string, note: api.CreateNote, options?: RequestOptions): ApiPromise<api.Note> {
    return this.#http.send('POST', path`/api/v1/shipments/${shipmentId}/notes`, note, options)
  }

  /** Deletes a note that the same member or key has written. */
  deleteNote(shipmentId: string, noteId: string, options?: RequestOptions): ApiPromise<void> {
    return this.#http.send('DELETE', path`/api/v1/shipments/${shipmentId}/notes/${noteId}`, undefined, options)
  }

  /** Both addresses with all of their fields. */
  addresses(shipmentId: string, options?: ReadOptions): ApiPromise<api.ShipmentAddresses> {
    return this.#http.get(path`/api/v1/shipments/${shipmentId}/addresses`, {}, options)
  }

  /** Both addresses of up to 100 shipments, with all of their fields. Shipments that are not found are left out. */
  listAddresses(query: { shipment_id: string[] }, options?: ReadOptions): List<api.ShipmentAddresses> {
    return this.#http.list('/api/v1/shipments/addresses', query, options)
  }

  /** The timeline, in the order in which things happened. */
  timeline(
    shipmentId: string,
    query?: NonNullable<operations['listShipmentEvents']['parameters']['query']>,
    options?: ReadOptions,
  ): List<api.TimelineEntry> {
    return this.#http.list(path`/api/v1/shipments/${shipmentId}/events`, query, options)
  }

  /**
   * The timeline, live: first the entries that exist, then each new one as it becomes known, until the shipment reaches a
   * final status. Reconnects after a lost connection, without gaps or repetitions.
   */
  track(shipmentId: string, options?: TrackOptions): AsyncGenerator<api.TimelineEntry, void, undefined> {
    const source = { path: path`/api/v1/shipments/${shipmentId}/stream`, yields: 'timeline' }
    return follow(this.#http, { ...source, lastEventId: options?.lastEventId }, options)
  }
}
