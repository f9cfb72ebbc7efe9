/** Use cases of rate cards. Each takes the transaction; none opens one. */
import { isDeepStrictEqual } from 'node:util'
import { AppError, versionConflict } from '@waybill/contracts/app-error'
import { timeOfChange } from '@waybill/contracts/events/public-event'
import {
  createRateCardSchema,
  patchedRateCard,
  type RateCard,
  type RateCardDocument,
  rateCardPatchProblems,
  type UpdateRateCard,
} from '@waybill/contracts/fleet/rate-card'
import { newId } from '@waybill/contracts/ids'
import { parseDocument, validationError } from '@waybill/contracts/requests/validation'
import type { Kysely, Transaction } from 'kysely'
import type { QuotingDatabase } from '../db.ts'
import {
  countRateCardsLocked,
  findRateCard,
  lockRateCard,
  type RateCardKey,
  removeRateCard,
  storeRateCard,
} from './repository.ts'

type Writer = Transaction<QuotingDatabase>

/** Per environment: all of them are read for every quote. */
const MOST_CARDS = 100

/** Throws `rate_card_limit_reached`. */
export async function createRateCard(
  trx: Writer,
  environmentId: string,
  document: RateCardDocument,
  at: Date,
): Promise<RateCard> {
  const count = await countRateCardsLocked(trx, environmentId)
  if (count >= MOST_CARDS) {
    const message = `The environment has ${count} rate cards; ${MOST_CARDS} are allowed. Delete one first.`
    throw new AppError('rate_card_limit_reached', message)
  }
  const card = { environmentId, rateCardId: newId('rtc'), document, version: 1, createdAt: at, updatedAt: at }
  await storeRateCard(trx, card)
  return card
}

/** Throws `rate_card_not_found`. */
export const getRateCard = async (db: Kysely<QuotingDatabase>, key: RateCardKey): Promise<RateCard> =>
  (await findRateCard(db, key)) ?? notFound(key)

/** The same card if nothing changes. Throws `rate_card_not_found`, `version_conflict`, `validation_error`. */
export async function changeRateCard(
  trx: Writer,
  key: RateCardKey,
  { ifMatch, patch, at }: { ifMatch: string | null; patch: UpdateRateCard; at: Date },
): Promise<RateCard> {
  const before = await lockExisting(trx, key, ifMatch)
  const wrong = rateCardPatchProblems(before, patch)
  if (wrong.length > 0) throw validationError(wrong)
  const document = parseDocument(createRateCardSchema, patchedRateCard(before, patch))
  if (isDeepStrictEqual(document, before.document)) return before
  const after = { ...before, document, version: before.version + 1, updatedAt: timeOfChange(before, at) }
  await storeRateCard(trx, after)
  return after
}

/** Throws `rate_card_not_found`, `version_conflict`. */
export async function deleteRateCard(trx: Writer, key: RateCardKey, ifMatch: string | null): Promise<void> {
  await lockExisting(trx, key, ifMatch)
  await removeRateCard(trx, key)
}

async function lockExisting(trx: Writer, key: RateCardKey, ifMatch: string | null): Promise<RateCard> {
  const card = (await lockRateCard(trx, key)) ?? notFound(key)
  if (ifMatch === null || ifMatch === String(card.version)) return card
  throw versionConflict(`Rate card ${key.rateCardId}`, card.version, ifMatch)
}

function notFound({ rateCardId }: RateCardKey): never {
  throw new AppError('rate_card_not_found', `Rate card ${rateCardId} does not exist in this environment.`)
}
