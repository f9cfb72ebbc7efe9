/** Pure: the path that a caller may have meant. */
import { nearest } from '@waybill/contracts/requests/issue-texts'

const API = '/api/v1'
/** A longer path is not a mistyped one. */
const LONGEST_PATH = 200

const isParameter = (step: string | undefined): boolean => step?.startsWith('{') ?? false
/** `shp_01k…`, or a number. */
const looksLikeId = (step: string): boolean => /_|\d{3}/.test(step)

/**
 * Returns a function that finds the path of a route like the one that was asked for: `/api/v1/shipments/{shipment_id}` for
 * `/v1/shipment/shp_1`. Undefined if none is similar.
 */
export function similarPath(routes: readonly { path: string }[]): (path: string) => string | undefined {
  // A page behind a secret token is no path to suggest, nor are all the paths of the console.
  const known = [...new Set(routes.map(({ path }) => path))].filter((path) => !/^\/[rt]\/|\*$/.test(path))
  const templates = known.map((path) => path.split('/').slice(1))
  return (path) => {
    if (path.length > LONGEST_PATH) return undefined
    const asked = path.replace(/\/+$/, '')
    const spellings = [asked, API + asked, asked.replace(/^\/(v\d|api)(?=\/)/, API)]
    return spellings.map((one) => similar(one.split('/').slice(1), templates)).find((found) => found !== undefined)
  }
}

/** Follows the steps one by one: the same step, an id, or the nearest step. */
function similar(steps: readonly string[], templates: readonly string[][]): string | undefined {
  let left = templates.filter(({ length }) => length === steps.length)
  for (const [index, step] of steps.entries()) {
    const fixed = [
      ...new Set(left.flatMap((template) => (isParameter(template[index]) ? [] : [template[index] ?? '']))),
    ]
    const next = fixed.includes(step) || looksLikeId(step) ? step : (nearest(step, fixed) ?? step)
    const named = left.filter((template) => template[index] === next)
    left = named.length > 0 ? named : left.filter((template) => isParameter(template[index]))
  }
  const [found] = left
  return found && `/${found.join('/')}`
}
