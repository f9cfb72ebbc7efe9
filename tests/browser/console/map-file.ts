/** A small map in the format PMTiles, version 3. Source: https://github.com/protomaps/PMTiles/blob/main/spec/v3/spec.md */
import { GeoJSONVT } from '@maplibre/geojson-vt'
import { fromGeojsonVt } from '@maplibre/vt-pbf'
import { zxyToTileId } from 'pmtiles'

const HEADER_BYTES = 127
const UNCOMPRESSED = 1
const VECTOR_TILES = 1
const EXTENT = 4096

interface Tile {
  z: number
  x: number
  y: number
}

/** Features as GeoJSON. */
export type MapData = ConstructorParameters<typeof GeoJSONVT>[0]

/** One tile, which is drawn at every larger scale, too. Layers are named as in the schema of Protomaps. */
export function mapFile({ z, x, y }: Tile, layers: Record<string, MapData>): Buffer {
  const tile = Buffer.from(
    fromGeojsonVt(
      Object.fromEntries(
        Object.entries(layers).flatMap(([name, data]) => {
          const found = new GeoJSONVT(data, { maxZoom: z, indexMaxZoom: z, extent: EXTENT }).getTile(z, x, y)
          return found ? [[name, found]] : []
        }),
      ),
      { version: 2, extent: EXTENT },
    ),
  )
  const metadata = Buffer.from(JSON.stringify({ attribution: 'Drawn by a test' }))
  // One entry: its tile, a run of one, its length, and its offset plus one.
  const directory = Buffer.concat([1, zxyToTileId(z, x, y), 1, tile.length, 1].map(varint))
  const header = Buffer.alloc(HEADER_BYTES)
  header.write('PMTiles')
  header.writeUInt8(3, 7)
  const sections = [directory, metadata, Buffer.alloc(0), tile]
  let offset = HEADER_BYTES
  for (const [index, { length }] of sections.entries()) {
    header.writeBigUInt64LE(BigInt(offset), 8 + 16 * index)
    header.writeBigUInt64LE(BigInt(length), 16 + 16 * index)
    offset += length
  }
  for (const count of [72, 80, 88]) header.writeBigUInt64LE(1n, count)
  header.set([1, UNCOMPRESSED, UNCOMPRESSED, VECTOR_TILES, z, z], 96)
  for (const [index, degrees] of [-180, -85, 180, 85].entries()) header.writeInt32LE(degrees * 1e7, 102 + 4 * index)
  header.writeUInt8(z, 118)
  return Buffer.concat([header, ...sections])
}

function varint(value: number): Buffer {
  const bytes: number[] = []
  let rest = value
  for (; rest > 127; rest = Math.floor(rest / 128)) bytes.push((rest % 128) + 128)
  return Buffer.from([...bytes, rest])
}
