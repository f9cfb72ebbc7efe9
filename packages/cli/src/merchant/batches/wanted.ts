/** Which option to book for each row of a file. */
import { type Waybill, WaybillError } from '@waybill/sdk'
import { CliError } from '../../cli-error.ts'
import { EXIT } from '../exit-codes.ts'
import { chooseOffer, type Preference } from '../offers.ts'
import { type RowError, toRowError } from './outcomes.ts'
import type { Progress } from './progress.ts'
import type { Row } from './rows.ts'

/** Quotes that are asked for at the same time: each asks every carrier. */
const QUOTES_AT_ONCE = 4

export interface Wanted {
  line: number
  shipmentId: string
  /** Null: to be chosen among offers. */
  optionId: string | null
}

interface Chosen extends Wanted {
  optionId: string
}

interface Failure extends Wanted {
  error: RowError
}

/** Throws a CliError if the row has no shipment, or no option and nobody has said which to choose. */
export function findWanted({ line, document }: Row, name: string, preference: Preference | null): Wanted {
  const { shipment_id: shipmentId, quote_option_id: optionId = null } = document
  const fail = (message: string) => new CliError(EXIT.usage, `Line ${line} of ${name} ${message}`)
  if (typeof shipmentId !== 'string') throw fail('has no shipment_id.')
  if (optionId !== null && typeof optionId !== 'string') throw fail('has a quote_option_id that is no text.')
  if (optionId === null && preference === null)
    throw fail('has no quote_option_id: add it, or pass --cheapest or --fastest.')
  return { line, shipmentId, optionId }
}

/** Asks for offers where no option is given. What the API refuses is a failure of its row; any other error is thrown. */
export async function chooseForAll(
  waybill: Waybill,
  wanted: readonly Wanted[],
  options: { preference: Preference | null; progress: Progress; signal: AbortSignal | undefined },
): Promise<{ chosen: Chosen[]; failures: Failure[] }> {
  const { preference, progress, signal } = options
  const results: (Chosen | Failure)[] = []
  let [done, failed] = [0, 0]
  let next = 0
  const work = async () => {
    for (let index = next++; index < wanted.length; index = next++) {
      const one = wanted[index] as Wanted
      const result = await chooseFor(waybill, one, { preference: preference ?? 'cheapest', signal })
      if ('error' in result) failed += 1
      results[index] = result
      done += 1
      progress.update(done, failed)
    }
  }
  try {
    await Promise.all(Array.from({ length: QUOTES_AT_ONCE }, work))
  } finally {
    next = wanted.length // after an error the others stop
    progress.hide()
  }
  return {
    chosen: results.filter((result): result is Chosen => !('error' in result)),
    failures: results.filter((result): result is Failure => 'error' in result),
  }
}

async function chooseFor(
  waybill: Waybill,
  wanted: Wanted,
  { preference, signal }: { preference: Preference; signal: AbortSignal | undefined },
): Promise<Chosen | Failure> {
  if (wanted.optionId !== null) return { ...wanted, optionId: wanted.optionId }
  try {
    const quote = await waybill.quotes.create({ shipment_id: wanted.shipmentId }, { signal })
    const offer = chooseOffer(quote.options, preference)
    if (offer) return { ...wanted, optionId: offer.quote_option_id }
    const details = quote.messages.map(({ carrier_code: field, message }) => ({ field, message }))
    return {
      ...wanted,
      error: { code: 'no_rates_available', status: null, message: 'No carrier makes an offer.', details },
    }
  } catch (error) {
    // A key that is not valid, or a product that is not there, concerns all rows.
    const isOfRow = error instanceof WaybillError && error.status !== null && error.status !== 401 && !error.retryable
    if (!isOfRow) throw error
    return { ...wanted, error: toRowError(error) }
  }
}
