import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { AddressLocation } from '@waybill/sdk'
import { MapPin } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useEffect, useId, useRef, useState } from 'react'
import { type FieldPath, type FieldValues, type UseFormReturn, useWatch } from 'react-hook-form'
import { type AddressValues, emptyAddress, toAddress } from '../forms/address/address-values.ts'
import { announce } from '../ui/announcer.tsx'
import { Button } from '../ui/button.tsx'
import { ErrorNote } from '../ui/error-state.tsx'
import { type Place, toPlace } from './places.ts'
import { mapTilesQuery, useLocate } from './queries.ts'

const MapCanvas = lazy(() =>
  import('./map-canvas.tsx').then(
    (module) => ({ default: module.MapCanvas }),
    // The fields say the same in numbers.
    () => ({ default: () => <span hidden /> }),
  ),
)

interface FindOnMapProps<T extends FieldValues> {
  form: Pick<UseFormReturn<T>, 'control' | 'setValue' | 'getValues'>
  /** The field of the form that has the address, such as `dropoff_address`. */
  name: string
}

type Candidate = AddressLocation['candidates'][number]

/**
 * Finds the coordinates of an address that has none. The person chooses one of the candidates, and can drag it on the map where
 * there is one. A change of the address voids what was chosen.
 */
export function FindOnMap<T extends FieldValues>({ form, name }: FindOnMapProps<T>) {
  const locate = useLocate()
  const address = useWatch({ control: form.control, name: name as FieldPath<T> }) as AddressValues
  const asked = toAsked(address)
  const key = JSON.stringify(asked)
  /** The address that was asked for last: the candidates and the error are for it. */
  const [shownKey, setShownKey] = useState<string | null>(null)
  const [chosen, setChosen] = useState<Place | null>(null)
  const isShown = shownKey === key
  const fill = (place: Place | null) => {
    setChosen(place)
    for (const field of ['latitude', 'longitude'] as const)
      form.setValue(`${name}.${field}` as FieldPath<T>, (place ? toText(place[field]) : '') as never, {
        shouldDirty: true,
      })
  }
  useVoided({ key, shownKey, chosen, address, clear: () => fill(null), forget: () => setChosen(null) })
  const find = async () => {
    setShownKey(key)
    const { candidates } = await locate.mutateAsync(toAddress(asked))
    const now = form.getValues(name as FieldPath<T>) as AddressValues
    // They are shown for the address that was asked for, and for no other.
    if (JSON.stringify(toAsked(now)) === key) announceFound(candidates.length)
  }
  const announceFound = useFoundWords()
  const hasCoordinates = Boolean(address.latitude || address.longitude)
  const isComplete = asked.address_line_1 !== '' && asked.city !== '' && asked.country !== ''
  if (hasCoordinates && !(isShown && chosen) && !locate.isPending) return null
  return (
    <div className="flex flex-col gap-2 sm:col-span-2">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Button size="sm" busy={locate.isPending} disabled={!isComplete} onClick={() => void find().catch(() => {})}>
          <MapPin aria-hidden />
          <Trans>Find on the map</Trans>
        </Button>
        {!isComplete && (
          <span className="text-sm text-muted">
            <Trans>Needs street, city and country</Trans>
          </span>
        )}
      </div>
      {isShown && locate.isError && <ErrorNote error={locate.error} />}
      {isShown && locate.data && (
        <Found location={locate.data} chosen={hasCoordinates ? (readPlace(address) ?? chosen) : null} onChoose={fill} />
      )}
    </div>
  )
}

/** Six decimals are 11 cm. */
const toText = (degrees: number): string => String(Number(degrees.toFixed(6)))

/** The coordinates as they were chosen or typed; null: they are no place on a map. */
function readPlace({ latitude, longitude }: AddressValues): Place | null {
  if (latitude.trim() === '' || longitude.trim() === '') return null
  const place = { latitude: Number(latitude), longitude: Number(longitude) }
  return Math.abs(place.latitude) <= 90 && Math.abs(place.longitude) <= 180 ? place : null
}

/** The fields that say where an address is; the geocoder gets no others. */
function toAsked({ address_line_1, post_code, city, province, country }: AddressValues): AddressValues {
  const place = { address_line_1, post_code, city, province, country }
  return { ...emptyAddress(), ...place }
}

interface Voiding {
  key: string
  shownKey: string | null
  chosen: Place | null
  address: AddressValues
  /** The coordinates are those of the address before. */
  clear: () => void
  /** Other coordinates have come with the other address. */
  forget: () => void
}

/** Voids what was chosen, and perhaps corrected by hand, once the address is another one. */
function useVoided({ key, shownKey, chosen, address: { latitude, longitude }, clear, forget }: Voiding): void {
  const before = useRef({ latitude, longitude })
  useEffect(() => {
    const isOther = latitude !== before.current.latitude || longitude !== before.current.longitude
    before.current = { latitude, longitude }
    if (chosen === null || shownKey === key) return
    if (isOther) forget()
    else clear()
  })
}

function useFoundWords(): (count: number) => void {
  const { t } = useLingui()
  return (count) => announce(count === 0 ? t`No place was found.` : t`Places were found. Choose one.`)
}

interface FoundProps {
  location: AddressLocation
  chosen: Place | null
  onChoose: (place: Place) => void
}

function Found({ location: { candidates, attribution }, chosen, onChoose }: FoundProps) {
  const { t } = useLingui()
  const id = useId()
  if (candidates.length === 0)
    return (
      <p role="status" className="text-sm text-warning">
        <Trans>The geocoder knows no such place. Check street, post code and city, or enter the coordinates.</Trans>
      </p>
    )
  return (
    <>
      <fieldset className="flex flex-col gap-1.5">
        <legend className="mb-1 text-sm font-medium">{t`Which place is it?`}</legend>
        {candidates.map((candidate, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two candidates may be at one place, and the list does not change
          <label key={index} className="flex items-start gap-2 text-sm">
            <input
              type="radio"
              name={id}
              className="mt-0.5 size-4 shrink-0 accent-accent"
              checked={isAt(candidate, chosen)}
              onChange={() => onChoose(toCandidatePlace(candidate))}
            />
            <span className="min-w-0 wrap-anywhere">
              {candidate.label}{' '}
              <span className="text-muted">
                · <PrecisionName precision={candidate.precision} />
              </span>
            </span>
          </label>
        ))}
      </fieldset>
      {chosen && <PinMap place={chosen} describedBy={id} onMoved={onChoose} />}
      {attribution && <p className="text-xs wrap-anywhere text-muted">{attribution}</p>}
    </>
  )
}

const toCandidatePlace = ({ latitude, longitude }: Candidate): Place => ({ latitude, longitude })
const isAt = (candidate: Candidate, place: Place | null): boolean =>
  place !== null &&
  toText(candidate.latitude) === toText(place.latitude) &&
  toText(candidate.longitude) === toText(place.longitude)

function PrecisionName({ precision }: { precision: Candidate['precision'] }): ReactNode {
  switch (precision) {
    case 'building':
      return <Trans>the building</Trans>
    case 'street':
      return <Trans>the middle of the street</Trans>
    case 'post_code':
      return <Trans>the middle of the post code area</Trans>
    case 'city':
      return <Trans>the middle of the town</Trans>
    default:
      return <Trans>the middle of the region</Trans>
  }
}

const NO_ROUTE = { travelled: [], ahead: [] }

/** The place on a map with streets, where its pin can be dragged. Nothing without streets: they show where it belongs. */
function PinMap({
  place,
  describedBy,
  onMoved,
}: {
  place: Place
  describedBy: string
  onMoved: (place: Place) => void
}) {
  const tilesUrl = useQuery(mapTilesQuery).data ?? null
  const [isBroken, setBroken] = useState(false)
  if (tilesUrl === null || isBroken) return null
  const places = { pickup: null, dropoff: toPlace(place), courier: null, trail: [] }
  return (
    <Suspense fallback={<div className="h-64 rounded-md bg-sunken sm:h-72" />}>
      <MapCanvas
        places={places}
        route={NO_ROUTE}
        tilesUrl={tilesUrl}
        describedBy={describedBy}
        onMoved={onMoved}
        onProblem={() => setBroken(true)}
      />
      <p id={describedBy} className="text-sm text-muted">
        <Trans>Drag the flag to the door, or change latitude and longitude above.</Trans>
      </p>
    </Suspense>
  )
}
