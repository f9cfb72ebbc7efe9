/** Reads transactions. A job of one parcel has one; one of several parcels has one for each, all with the rate that was bought. */
import type { Caller, Failed, PickupRequest } from '../../carrier-adapter.ts'
import type { Exchange, VendorClient } from '../../vendor/client.ts'
import { describeFailure, TRANSACTIONS, transactionPath } from './client.ts'
import { ofAttempt } from './mapping/jobs.ts'
import { parseTag } from './mapping/requests.ts'
import { type WireTransaction, wireRateAccount, wireTransaction, wireTransactions } from './wire.ts'

/** The greatest number that Shippo lists on one page. */
const PAGE_SIZE = 100

type Target = Pick<Exchange, 'operation' | 'reference'>
type Read = { kind: 'transactions'; transactions: WireTransaction[] } | Failed

export async function readTransaction(
  { get, read }: VendorClient,
  id: string,
  target: Target,
  call: Caller,
): Promise<{ kind: 'transaction'; transaction: WireTransaction } | Failed> {
  const outcome = await get(call, { ...target, path: transactionPath(id) })
  return read(outcome, wireTransaction, (transaction) => ({ kind: 'transaction' as const, transaction }))
}

/** All transactions with a rate. */
export async function listByRate({ get, read }: VendorClient, rateId: string, target: Target, call: Caller) {
  const query = new URLSearchParams({ rate: rateId, results: String(PAGE_SIZE) })
  const outcome = await get(call, { ...target, path: `${TRANSACTIONS}?${query}` })
  return read(outcome, wireTransactions, ({ results }): Read => {
    // A list that was not filtered proves nothing about the rate: its transaction may be on another page.
    const isFiltered = results.every(({ rate }) => rate === null || rate.object_id === rateId)
    return isFiltered ? { kind: 'transactions', transactions: results } : { kind: 'failed', failure: unfiltered }
  })
}

const unfiltered = describeFailure(
  'list_not_filtered',
  'Shippo has listed transactions of other rates, so that it is not known whether this rate was bought.',
  { httpStatus: 200, retryable: true },
)

/** The transactions of the job that a transaction belongs to, in their order. */
export async function listForJob(client: VendorClient, id: string, target: Target, call: Caller): Promise<Read> {
  const found = await readTransaction(client, id, target, call)
  if (found.kind === 'failed') return found
  const { transaction } = found
  const tag = parseTag(transaction.metadata)
  if (tag === null || tag.parcels === 1 || transaction.rate === null) {
    return { kind: 'transactions', transactions: [transaction] }
  }
  const all = await listByRate(client, transaction.rate.object_id, target, call)
  if (all.kind === 'failed') return all
  const ours = ofAttempt(all.transactions, tag.reference)
  return { kind: 'transactions', transactions: ours.length > 0 ? ours : [transaction] }
}

/** A job and its transactions: one for each parcel. */
export interface JobTransactions {
  carrierJobId: string
  transactionIds: string[]
}

/** The transactions of each job, and the carrier account at Shippo by which the first was bought. A failure may pass: nothing is asked for yet. */
export async function readJobs(
  client: VendorClient,
  {
    jobs: asked,
    reference,
  }: { jobs: readonly Pick<PickupRequest['jobs'][number], 'carrierJobId'>[]; reference: string },
  operation: string,
  call: Caller,
): Promise<{ jobs: JobTransactions[]; carrierAccount: string } | Failed> {
  const target = { operation, reference }
  const jobs: JobTransactions[] = []
  let rateId: string | null = null
  for (const { carrierJobId } of asked) {
    const job = await listForJob(client, carrierJobId, target, call)
    if (job.kind === 'failed') return again(job)
    jobs.push({ carrierJobId, transactionIds: job.transactions.map(({ object_id }) => object_id) })
    rateId ??= job.transactions[0]?.rate?.object_id ?? null
  }
  const outcome = await client.get(call, { ...target, path: `/rates/${encodeURIComponent(rateId ?? '')}` })
  const rate = client.read(outcome, wireRateAccount, ({ carrier_account }) => ({
    kind: 'rate' as const,
    carrierAccount: carrier_account,
  }))
  return rate.kind === 'failed' ? again(rate) : { jobs, carrierAccount: rate.carrierAccount }
}

const again = ({ kind, failure }: Failed): Failed => ({ kind, failure: { ...failure, retryable: true } })
