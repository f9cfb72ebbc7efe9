/** Manifests of one token at Shippo, which makes one when it is read. A transaction is in one at most. */
import { newId, OWNER } from './bodies.ts'
import type { ManifestRequest } from './schemas.ts'
import { type AccountBook, getBought, notFound, refusal } from './store.ts'

export interface ManifestObject {
  object_id: string
  status: 'QUEUED' | 'SUCCESS' | 'ERROR'
  transactions: string[]
  documents: string[]
  [field: string]: unknown
}

export function createManifest(book: AccountBook, given: ManifestRequest, root: string): ManifestObject {
  const filed = new Set([...book.manifests.values()].flatMap(({ manifest }) => manifest.transactions))
  const unfit = given.transactions.filter((id) => {
    const { transaction } = getBought(book, id)
    if (book.rates.get(transaction.rate)?.rate.carrier_account !== given.carrier_account) return true
    return transaction.status !== 'SUCCESS' || filed.has(id)
  })
  if (unfit.length > 0)
    throw refusal(400, { transactions: [`These transactions cannot be in the manifest: ${unfit.join(', ')}`] })
  const at = new Date().toISOString()
  const manifest: ManifestObject = {
    object_id: newId(),
    object_created: at,
    object_updated: at,
    object_owner: OWNER,
    status: 'QUEUED',
    carrier_account: given.carrier_account,
    shipment_date: given.shipment_date,
    address_from: newId(),
    transactions: [...given.transactions],
    documents: [],
    errors: [],
  }
  book.manifests.set(manifest.object_id, { manifest, url: `${root}/labels/${given.transactions[0]}.pdf` })
  return manifest
}

export function getManifest({ manifests }: AccountBook, id: string): ManifestObject {
  const found = manifests.get(id)
  if (!found) throw notFound()
  return Object.assign(found.manifest, { status: 'SUCCESS', documents: [found.url] })
}

/** The newest first. */
export const listManifests = ({ manifests }: AccountBook): ManifestObject[] =>
  [...manifests.values()].map(({ manifest }) => manifest).toReversed()
