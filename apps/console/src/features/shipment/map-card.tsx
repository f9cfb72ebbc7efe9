import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { Booking, Shipment } from '@waybill/sdk'
import { Flag, Store, Truck } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useId, useMemo, useState } from 'react'
import { RelativeTime } from '../../format/relative-time.tsx'
import { useFormat } from '../../format/use-format.ts'
import { distanceM, type Place, type Places, type Stage, toPlace, toRoute, toStage, toTrail } from '../../map/places.ts'
import { mapTilesQuery } from '../../map/queries.ts'
import { useApi } from '../../session/workspace.ts'
import { Card } from '../../ui/card.tsx'
import { shipmentQueries } from './queries.ts'

/** Also without a network: the rest of the page is there, and says the same in words. */
const MapCanvas = lazy(() =>
  import('../../map/map-canvas.tsx').then(
    (module) => ({ default: module.MapCanvas }),
    () => ({ default: MapUnavailable }),
  ),
)

interface MapCardProps {
  shipment: Shipment
  /** The one that has not ended, else the last one. */
  booking: Booking | undefined
}

/** Where the parcels come from, where they go, and where the courier is: on a map and in words. Nothing without coordinates. */
export function MapCard({ shipment, booking }: MapCardProps) {
  const { t } = useLingui()
  const listId = useId()
  const stage = toStage(booking?.status ?? '')
  const { places, reportedAt } = usePlaces(shipment, booking, stage)
  const { pickup, dropoff, courier } = places
  if (pickup === null && dropoff === null && courier === null) return null
  return (
    <Card title={<Trans>Map</Trans>}>
      <Drawing places={places} stage={stage} describedBy={listId} />
      <ul id={listId} className="mt-3 flex flex-col gap-2.5" aria-label={t`Places on the map`}>
        <PlaceLine icon={<Store aria-hidden />} name={<Trans>Pickup</Trans>} address={shipment.pickup_address} />
        {courier && (
          <CourierLine courier={courier} target={stage === 'delivering' ? dropoff : pickup} stage={stage}>
            {reportedAt !== null && <RelativeTime at={reportedAt} />}
            {booking?.eta && <Arrival eta={booking.eta} />}
          </CourierLine>
        )}
        <PlaceLine icon={<Flag aria-hidden />} name={<Trans>Drop-off</Trans>} address={shipment.dropoff_address}>
          {pickup && dropoff && <FromPickup distanceM={distanceM(pickup, dropoff)} />}
        </PlaceLine>
      </ul>
    </Card>
  )
}

/** The places that are known, of which the courier's is followed. */
function usePlaces(shipment: Shipment, booking: Booking | undefined, stage: Stage) {
  const queries = shipmentQueries(useApi())
  const bookingId = booking?.booking_id ?? ''
  const isUnderWay = booking !== undefined && stage !== 'ended'
  const driver = useQuery({ ...queries.driver(bookingId), enabled: isUnderWay })
  const timeline = useQuery(queries.timeline(shipment.shipment_id))
  const location = isUnderWay ? driver.data?.location : null
  const { pickup_address: pickup, dropoff_address: dropoff } = shipment
  const places = useMemo<Places>(
    () => ({
      pickup: toPlace(pickup),
      dropoff: toPlace(dropoff),
      courier: location ?? null,
      trail: toTrail(timeline.data ?? [], bookingId),
    }),
    [pickup, dropoff, location, timeline.data, bookingId],
  )
  return { places, reportedAt: driver.data?.occurred_at ?? null }
}

interface DrawingProps {
  places: Places
  stage: Stage
  describedBy: string
}

function Drawing({ places, stage, describedBy }: DrawingProps) {
  const [problem, setProblem] = useState<'map' | 'streets' | null>(null)
  const tiles = useQuery(mapTilesQuery)
  const route = useMemo(() => toRoute(places, stage), [places, stage])
  if (problem === 'map') return <MapUnavailable />
  // Without an answer, the ground is plain.
  if (tiles.isPending) return <MapGround />
  return (
    <>
      <Suspense fallback={<MapGround />}>
        <MapCanvas
          places={places}
          route={route}
          describedBy={describedBy}
          tilesUrl={tiles.data ?? null}
          onProblem={setProblem}
        />
      </Suspense>
      {problem === 'streets' && (
        <p className="mt-2 text-sm text-muted">
          <Trans>The streets of the map could not be loaded.</Trans>
        </p>
      )}
    </>
  )
}

const MapGround = () => <div className="h-64 rounded-md bg-sunken sm:h-72" />

const MapUnavailable = () => (
  <p className="rounded-md bg-sunken px-3 py-2 text-muted">
    <Trans>The map cannot be shown in this browser at the moment. The places are listed below.</Trans>
  </p>
)

interface LineProps {
  icon: ReactNode
  name: ReactNode
  children?: ReactNode
}

const Line = ({ icon, name, children }: LineProps) => (
  <li className="flex gap-3 [&>svg]:mt-0.5 [&>svg]:size-4 [&>svg]:shrink-0 [&>svg]:text-muted">
    {icon}
    <div className="min-w-0 grow">
      <p className="font-medium">{name}</p>
      {children}
    </div>
  </li>
)

/** An address, and that it is not on the map if its coordinates are missing. */
function PlaceLine({ address, children, ...line }: LineProps & { address: Shipment['pickup_address'] }) {
  return (
    <Line {...line}>
      <p className="text-sm wrap-anywhere text-muted">{[address.address_line_1, address.city].join(', ')}</p>
      {toPlace(address) === null && (
        <p className="text-sm text-warning">
          <Trans>Not on the map: this address has no coordinates.</Trans>
        </p>
      )}
      {children}
    </Line>
  )
}

interface CourierLineProps {
  courier: Place
  /** Where the courier goes next. */
  target: Place | null
  stage: Stage
  children: ReactNode
}

function CourierLine({ courier, target, stage, children }: CourierLineProps) {
  const format = useFormat()
  const distance = target && format.distance(distanceM(courier, target))
  return (
    <Line icon={<Truck aria-hidden />} name={<Trans>Courier</Trans>}>
      {distance !== null && (
        <p className="text-sm text-muted">
          {stage === 'delivering' ? (
            <Trans>{distance} from the drop-off</Trans>
          ) : (
            <Trans>{distance} from the pickup</Trans>
          )}
        </p>
      )}
      <p className="flex flex-wrap gap-x-3 text-sm text-muted">{children}</p>
    </Line>
  )
}

function FromPickup({ distanceM: metres }: { distanceM: number }) {
  const distance = useFormat().distance(metres)
  return (
    <p className="text-sm text-muted">
      <Trans>{distance} from the pickup</Trans>
    </p>
  )
}

function Arrival({ eta }: { eta: { from: string; to: string } }) {
  const range = useFormat().window([eta.from, eta.to])
  return (
    <span>
      <Trans>Arrival {range}</Trans>
    </span>
  )
}
