import { type Map as MapView, Marker } from 'maplibre-gl'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { cn } from '../ui/class-names.ts'
import { lngLat } from './map-style.ts'
import { between, type Place } from './places.ts'

const GLIDE_MS = 1_500

const looks = {
  pickup: 'size-7 bg-surface text-text border-outline',
  dropoff: 'size-7 bg-text text-surface border-surface',
  courier: 'size-9 bg-accent-fill text-on-fill border-surface',
}

interface MapPinProps {
  map: MapView
  at: Place
  kind: keyof typeof looks
  /** The pin can be dragged: its new place. */
  onMoved?: ((place: Place) => void) | undefined
  /** An icon. */
  children: ReactNode
}

/** A place on the map. It glides to a new one, unless the person wants less motion. The text below the map says where it is. */
export function MapPin({ map, at, kind, onMoved, children }: MapPinProps) {
  const [element] = useState(() => document.createElement('div'))
  const marker = useRef<Marker | null>(null)
  const shown = useRef(at)
  const moved = useRef(onMoved)
  moved.current = onMoved
  const isDraggable = onMoved !== undefined

  useEffect(() => {
    element.ariaHidden = 'true'
    element.dataset.pin = kind
    element.style.zIndex = kind === 'courier' ? '1' : '0'
    const made = new Marker({ element, draggable: isDraggable }).setLngLat(lngLat(shown.current)).addTo(map)
    made.on('dragend', () => {
      const { lat: latitude, lng: longitude } = made.getLngLat().wrap()
      shown.current = { latitude, longitude }
      moved.current?.(shown.current)
    })
    marker.current = made
    return () => void made.remove()
  }, [map, element, kind, isDraggable])

  const { latitude, longitude } = at
  useEffect(() => {
    const from = shown.current
    const to = { latitude, longitude }
    const startMs = performance.now()
    const durationMs = matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : GLIDE_MS
    let frame = 0
    const step = () => {
      const share = durationMs === 0 ? 1 : Math.min(1, (performance.now() - startMs) / durationMs)
      shown.current = between(from, to, share)
      marker.current?.setLngLat(lngLat(shown.current))
      if (share < 1) frame = requestAnimationFrame(step)
    }
    if (from.latitude !== latitude || from.longitude !== longitude) step()
    return () => cancelAnimationFrame(frame)
  }, [latitude, longitude])

  return createPortal(
    <span
      className={cn('flex items-center justify-center rounded-full border-2 shadow-sm [&_svg]:size-4', looks[kind])}
    >
      {children}
    </span>,
    element,
  )
}
