/** Layers of the map: the streets of a PMTiles file, or a plain ground, and the way of the courier. */
import { layers, namedFlavor } from '@protomaps/basemaps'
import type {
  GeoJSONSourceSpecification,
  LayerSpecification,
  LineLayerSpecification,
  StyleSpecification,
} from 'maplibre-gl'
import { type Place, type Route, unwrap } from './places.ts'

export const ROUTE = 'route'

interface StyleOptions {
  /** Null: a plain ground. */
  tilesUrl: string | null
  theme: 'light' | 'dark'
  language: string
  /** Colours of the page, resolved. */
  colours: { ground: string; line: string; casing: string }
  route: Route
}

/**
 * Fonts are those of the machine, since a style without `glyphs` has MapLibre draw each letter by itself. Icons would need
 * a file of pictures: layers that show them are left out.
 */
export function makeStyle({ tilesUrl, theme, language, colours, route }: StyleOptions): StyleSpecification {
  const ground: LayerSpecification = { id: 'ground', type: 'background', paint: { 'background-color': colours.ground } }
  const streets =
    tilesUrl === null ? [] : layers('streets', namedFlavor(theme), { lang: language }).flatMap(withoutIcon)
  return {
    version: 8,
    sources: {
      [ROUTE]: { type: 'geojson', data: routeData(route) },
      ...(tilesUrl !== null && { streets: { type: 'vector', url: `pmtiles://${tilesUrl}` } }),
    },
    layers: [ground, ...streets, ...routeLayers(colours)],
  }
}

/** Names of places stay without their dot. */
function withoutIcon(layer: LayerSpecification): LayerSpecification[] {
  if (layer.type !== 'symbol' || layer.layout?.['icon-image'] === undefined) return [layer]
  if (layer.id !== 'places_locality') return []
  const { 'icon-image': _icon, ...layout } = layer.layout
  return [{ ...layer, layout }]
}

function routeLayers({ line, casing }: StyleOptions['colours']): LineLayerSpecification[] {
  return [
    routeLayer('casing', 'travelled', { 'line-color': casing, 'line-width': 7 }),
    routeLayer('travelled', 'travelled', { 'line-color': line, 'line-width': 4 }),
    routeLayer('ahead', 'ahead', { 'line-color': line, 'line-width': 3, 'line-dasharray': [0.1, 2] }),
  ]
}

const routeLayer = (id: string, kind: keyof Route, paint: LineLayerSpecification['paint']): LineLayerSpecification => ({
  id,
  type: 'line',
  source: ROUTE,
  filter: ['==', ['get', 'kind'], kind],
  paint,
  layout: { 'line-cap': 'round', 'line-join': 'round' },
})

export function routeData(route: Route): Exclude<GeoJSONSourceSpecification['data'], string> {
  const features = (['travelled', 'ahead'] as const)
    .filter((kind) => route[kind].length > 1)
    .map((kind) => ({
      type: 'Feature' as const,
      properties: { kind },
      geometry: { type: 'LineString' as const, coordinates: unwrap(route[kind]).map(lngLat) },
    }))
  return { type: 'FeatureCollection', features }
}

export const lngLat = ({ longitude, latitude }: Place): [number, number] => [longitude, latitude]
