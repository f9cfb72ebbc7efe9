/** Manifests of one API key at ShipEngine: asked for, and made when the request is read. A label is in one at most. */
import { newId } from './bodies.ts'
import type { ManifestRequest } from './schemas.ts'
import { type AccountBook, getLabel, refusal } from './store.ts'

interface Manifest {
  manifest_id: string
  label_ids: string[]
  [field: string]: unknown
}

export interface ManifestBook {
  made: Manifest[]
  /** By the id of the request. */
  requested: Map<string, Manifest>
}

const listAll = ({ manifests: { made, requested } }: AccountBook): Manifest[] => [...made, ...requested.values()]

export function requestManifest(book: AccountBook, { label_ids: ids }: ManifestRequest, root: string): object {
  const labels = ids.map((id) => getLabel(book, id).label)
  const unfit = labels.filter(
    ({ label_id, voided }) => voided || listAll(book).some(({ label_ids }) => label_ids.includes(label_id)),
  )
  if (unfit.length > 0) {
    const names = unfit.map(({ label_id }) => label_id).join(', ')
    throw refusal(400, 'invalid_status', `These labels are void or in a manifest already: ${names}.`)
  }
  const at = new Date().toISOString()
  const manifest: Manifest = {
    manifest_id: newId(),
    form_id: newId(),
    created_at: at,
    ship_date: at,
    shipments: ids.length,
    label_ids: [...ids],
    warehouse_id: newId(),
    submission_id: `9475711899564878${ids.length}`,
    carrier_id: labels[0]?.carrier_id,
    manifest_download: { href: `${root}/v1/downloads/10/${ids[0]}/form-1.pdf` },
  }
  const id = newId()
  book.manifests.requested.set(id, manifest)
  return { manifests: [], manifest_requests: [{ manifest_request_id: id, status: 'in_progress' }], errors: [] }
}

export function readRequest({ manifests: { made, requested } }: AccountBook, id: string): object {
  const manifest = requested.get(id)
  if (!manifest) throw refusal(404, 'not_found', `${id} not found.`)
  if (!made.includes(manifest)) made.push(manifest)
  return { manifests: [manifest], manifest_requests: [{ manifest_request_id: id, status: 'completed' }], errors: [] }
}

export function getManifest({ manifests: { made } }: AccountBook, id: string): Manifest {
  const found = made.find(({ manifest_id }) => manifest_id === id)
  if (!found) throw refusal(404, 'not_found', `${id} not found.`)
  return found
}

/** Those that have one of the labels, also of requests that are not read yet. */
export function listManifests(book: AccountBook, labelIds: readonly string[]): object {
  const found = [...new Set(listAll(book))].filter(({ label_ids }) => label_ids.some((id) => labelIds.includes(id)))
  for (const manifest of found) if (!book.manifests.made.includes(manifest)) book.manifests.made.push(manifest)
  return { manifests: found, total: found.length, page: 1, pages: 1, links: {} }
}
