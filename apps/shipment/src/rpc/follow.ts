/** Timeline entries for the streams of the gateway. */
import type { CallContext } from '@waybill/chassis/rpc/server'
import { AppError } from '@waybill/contracts/app-error'
import type { FollowReply } from '@waybill/contracts/gen/waybill/shipment/v1/FollowReply'
import type { FollowRequest__Output } from '@waybill/contracts/gen/waybill/shipment/v1/FollowRequest'
import type { ListNewsReply } from '@waybill/contracts/gen/waybill/shipment/v1/ListNewsReply'
import type { ListNewsRequest__Output } from '@waybill/contracts/gen/waybill/shipment/v1/ListNewsRequest'
import type { ShipmentNews as NewsMessage } from '@waybill/contracts/gen/waybill/shipment/v1/ShipmentNews'
import { type Shipment, shipmentMessage } from '@waybill/contracts/shipment'
import type { Reader } from '../db.ts'
import { isReturnable } from '../returns/commands.ts'
import { findTracking } from '../search/repository.ts'
import { getShipment } from '../shipments/get-shipment.ts'
import { hasTokenForm } from '../shipments/tracking-url.ts'
import {
  BEGINNING,
  findPlaceAfter,
  findShipmentByTrackingToken,
  listNewEntries,
  type NewEntries,
  type Place,
} from '../timeline/repository.ts'

/** The shipment, and its timeline after the entry seen last. Throws `shipment_not_found`. */
export async function follow(db: Reader, request: FollowRequest__Output, context: CallContext): Promise<FollowReply> {
  const shipment = await findFollowed(db, request, context)
  const { environmentId, shipmentId } = shipment
  const place = request.last_event_id
    ? await findPlaceAfter(db, shipment, request.last_event_id)
    : { environmentId, shipmentId, position: BEGINNING }
  const [entries] = await listNewEntries(db, [place])
  const news = entries ?? { ...noEntries(place, shipment), ...(await findTracking(db, shipment)) }
  const isFollowedByToken = request.shipment_id === undefined
  const returnable = isFollowedByToken && (await isReturnable(db, shipment, new Date()))
  return { shipment: shipmentMessage(shipment), news: toNewsMessage(news), returnable }
}

/** New entries after each of the places, which the gateway got from `follow`. */
export async function listNews(db: Reader, request: ListNewsRequest__Output): Promise<ListNewsReply> {
  const places = request.places.map(
    (place): Place => ({
      environmentId: place.environment_id,
      shipmentId: place.shipment_id,
      position: place.position,
    }),
  )
  return { news: (await listNewEntries(db, places)).map(toNewsMessage) }
}

async function findFollowed(db: Reader, request: FollowRequest__Output, context: CallContext): Promise<Shipment> {
  if (request.shipment_id !== undefined) return await getShipment(db, context.environmentId, request.shipment_id)
  return await getShipmentOfToken(db, request.tracking_token ?? '')
}

/** The shipment with this tracking page. Throws `shipment_not_found`. */
export async function getShipmentOfToken(db: Reader, token: string): Promise<Shipment> {
  const shipment = hasTokenForm(token) ? await findShipmentByTrackingToken(db, token) : undefined
  if (shipment === undefined)
    throw new AppError('shipment_not_found', 'No shipment has this tracking page. Check the URL.')
  return shipment
}

const noEntries = (place: Place, { status }: Shipment) => ({
  ...place,
  after: place.position,
  status,
  entries: [],
})

const toNewsMessage = (news: NewEntries): NewsMessage => ({
  environment_id: news.environmentId,
  shipment_id: news.shipmentId,
  after: news.after,
  position: news.position,
  status: news.status,
  tracking_number: news.trackingNumber ?? '',
  carrier_tracking_url: news.trackingUrl ?? '',
  parcels: (news.parcels ?? []).map(({ incident, tracking_number, carrier_tracking_url, ...parcel }) => ({
    ...parcel,
    incident: incident ?? '',
    tracking_number: tracking_number ?? '',
    carrier_tracking_url: carrier_tracking_url ?? '',
  })),
  entries: news.entries.map((entry) => ({ event_id: entry.event_id, body: Buffer.from(JSON.stringify(entry)) })),
})
