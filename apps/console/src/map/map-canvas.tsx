import 'maplibre-gl/dist/maplibre-gl.css'
import './map.css'
import { useLingui } from '@lingui/react/macro'
import { Flag, Maximize, Minus, Plus, Store, Truck } from 'lucide-react'
import { addProtocol, type GeoJSONSource, LngLatBounds, Map as MapView, ScaleControl, setWorkerUrl } from 'maplibre-gl'
// A file of this origin: the policy of the pages lets no script come from elsewhere, nor from memory.
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url'
import { Protocol } from 'pmtiles'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { useTheme } from '../session/preferences.ts'
import { Button } from '../ui/button.tsx'
import { MapPin } from './map-pin.tsx'
import { lngLat, makeStyle, ROUTE, routeData } from './map-style.ts'
import { type Place, type Places, type Route, unwrap } from './places.ts'

setWorkerUrl(workerUrl)
// With the metadata comes the name of who has made the map.
addProtocol('pmtiles', new Protocol({ metadata: true }).tile)

/** Distance from the frame to the pins, in pixels. */
const PADDING = 48
/** A few streets. */
const CLOSEST_ZOOM = 15

interface MapCanvasProps {
  places: Places
  route: Route
  /** Null: a plain ground. */
  tilesUrl: string | null
  /** The ID of the element that says the same in words. */
  describedBy: string
  /** The drop-off can be dragged: its new place. */
  onMoved?: (place: Place) => void
  /** Failed part of the map: all of it, or the streets alone. */
  onProblem: (problem: 'map' | 'streets') => void
}

/** The map itself: pins, the way and the courier. It says nothing that the text below it does not say. */
export function MapCanvas(props: MapCanvasProps) {
  const { places, route } = props
  const { t } = useLingui()
  const container = useRef<HTMLDivElement>(null)
  const map = useMap(container, props)
  const showAll = useView(map, places)
  const [isDrawn, setDrawn] = useState(false)
  useEffect(() => void map?.once('idle', () => setDrawn(true)), [map])

  useEffect(() => {
    map?.getSource<GeoJSONSource>(ROUTE)?.setData(routeData(route))
  }, [map, route])

  const zoomBy = (levels: number) => map?.easeTo({ zoom: map.getZoom() + levels })
  const { pickup, dropoff, courier } = places
  return (
    <div className="relative">
      <div ref={container} className="h-64 rounded-md sm:h-72" data-map={isDrawn ? 'drawn' : 'loading'} />
      <div className="absolute end-2 top-2 flex flex-col gap-1">
        <Button size="icon" aria-label={t`Zoom in`} onClick={() => zoomBy(1)}>
          <Plus aria-hidden />
        </Button>
        <Button size="icon" aria-label={t`Zoom out`} onClick={() => zoomBy(-1)}>
          <Minus aria-hidden />
        </Button>
        <Button size="icon" aria-label={props.onMoved ? t`Show the place` : t`Show the whole way`} onClick={showAll}>
          <Maximize aria-hidden />
        </Button>
      </div>
      {map && pickup && (
        <MapPin map={map} at={pickup} kind="pickup">
          <Store aria-hidden />
        </MapPin>
      )}
      {map && dropoff && (
        <MapPin map={map} at={dropoff} kind="dropoff" onMoved={props.onMoved}>
          <Flag aria-hidden />
        </MapPin>
      )}
      {map && courier && (
        <MapPin map={map} at={courier} kind="courier">
          <Truck aria-hidden />
        </MapPin>
      )}
    </div>
  )
}

/** Null until its style is there, and without WebGL. */
function useMap(container: RefObject<HTMLDivElement | null>, props: MapCanvasProps): MapView | null {
  const { t, i18n } = useLingui()
  const theme = useTheme()
  const [map, setMap] = useState<MapView | null>(null)
  const latest = useRef(props)
  latest.current = props
  const { tilesUrl } = props

  // biome-ignore lint/correctness/useExhaustiveDependencies: of the language and the theme; what changes often is set on the map.
  useEffect(() => {
    const element = container.current
    if (element === null) return
    const { describedBy, onProblem, places, route } = latest.current
    const style = makeStyle({ tilesUrl, theme, language: i18n.locale, colours: readColours(element), route })
    try {
      const made = new MapView({
        container: element,
        style,
        bounds: findBounds(places),
        fitBoundsOptions: FIT,
        // The wheel and one finger scroll the page.
        cooperativeGestures: true,
        dragRotate: false,
        touchPitch: false,
        pitchWithRotate: false,
        maxPitch: 0,
        attributionControl: tilesUrl === null ? false : { compact: true },
        locale: {
          'Map.Title': t`Map. The arrow keys move it, plus and minus change its scale.`,
          'CooperativeGesturesHandler.WindowsHelpText': t`Hold Ctrl and scroll to zoom`,
          'CooperativeGesturesHandler.MacHelpText': t`Hold ⌘ and scroll to zoom`,
          'CooperativeGesturesHandler.MobileHelpText': t`Move the map with two fingers`,
        },
      })
      made.touchZoomRotate.disableRotation()
      made.keyboard.disableRotation()
      made.addControl(new ScaleControl({ maxWidth: 80 }), 'bottom-left')
      made.getCanvas().setAttribute('aria-describedby', describedBy)
      made.once('style.load', () => setMap(made))
      made.on('error', () => onProblem('streets'))
      return () => {
        setMap(null)
        made.remove()
      }
    } catch {
      onProblem('map')
    }
  }, [container, tilesUrl, theme, i18n.locale])
  return map
}

const FIT = { padding: PADDING, maxZoom: CLOSEST_ZOOM } as const

/** Keeps the courier in sight, unless the person has moved the map. Returns what shows all places again. */
function useView(map: MapView | null, places: Places): () => void {
  const isMoved = useRef(false)
  const showAll = () => {
    isMoved.current = false
    const bounds = findBounds(places)
    if (bounds) map?.fitBounds(bounds, FIT)
  }
  useEffect(() => {
    const onMove = ({ originalEvent }: { originalEvent?: unknown }) => {
      if (originalEvent !== undefined) isMoved.current = true
    }
    map?.on('movestart', onMove)
    return () => void map?.off('movestart', onMove)
  }, [map])
  useEffect(() => {
    const bounds = findBounds(places)
    if (!map || !bounds || isMoved.current) return
    const seen = map.getBounds()
    if (!seen.contains(bounds.getSouthWest()) || !seen.contains(bounds.getNorthEast())) map.fitBounds(bounds, FIT)
  }, [map, places])
  return showAll
}

function findBounds({ pickup, dropoff, courier, trail }: Places): LngLatBounds | undefined {
  const known = unwrap([pickup, dropoff, ...trail, courier].filter((place) => place !== null))
  return known.length === 0 ? undefined : known.reduce((all, place) => all.extend(lngLat(place)), new LngLatBounds())
}

/** WebGL knows no style sheet: the colours of the theme as they are at the moment. */
function readColours(element: HTMLElement) {
  const probe = element.appendChild(document.createElement('i'))
  const resolve = (name: string): string => {
    probe.style.color = `var(${name})`
    return getComputedStyle(probe).color
  }
  const colours = {
    ground: resolve('--color-sunken'),
    line: resolve('--color-accent'),
    casing: resolve('--color-surface'),
  }
  probe.remove()
  return colours
}
