/** Use cases of returns. Each takes the transaction; none opens one or touches the network. */

import { errorDetail, validationError } from '@waybill/contracts/requests/validation'
import type { Shipment } from '@waybill/contracts/shipment'
import type { RecipientReturn, ReturnPage } from '@waybill/contracts/shipments/return-page'
import { type ReturnShipment, type ReturnTerms, returnShipmentSchema } from '@waybill/contracts/shipments/returns'
import type { Parcel } from '@waybill/contracts/values/parcels/parcel'
import type { Reader, Writer } from '../db.ts'
import { assertKept } from '../erasure/kept.ts'
import { getReturnRules } from '../return-rules/commands.ts'
import { findDeliveredAt } from '../return-rules/repository.ts'
import type { Cause } from '../shipments/change.ts'
import { getLocked, storeChange, storeNew } from '../shipments/commands.ts'
import type { Owner } from '../shipments/create.ts'
import { findShipments } from '../shipments/repository.ts'
import { isApprovedByRule } from './approval.ts'
import { chosenGoods, findBar, isMade, listShown, type Returnable, returnPage } from './recipient.ts'
import { assertReturnable, registerReturn } from './return.ts'

/**
 * The new return. The original stays locked, so that no piece is in two returns. Throws as `assertReturnable` and
 * `registerReturn` do, `shipment_not_found`, and `data_erased` if the addresses are gone.
 */
export async function returnShipment(
  trx: Writer,
  shipmentId: string,
  request: { owner: Owner; document: ReturnShipment },
  cause: Cause,
): Promise<Shipment> {
  const { environmentId } = request.owner
  const original = await getLocked(trx, environmentId, shipmentId)
  await assertKept(trx, original)
  assertReturnable(original)
  const returns = await listReturns(trx, original)
  const registered = registerReturn(original, returns, request, cause)
  await storeChange(trx, original, registered.original)
  return await storeNew(trx, registered.returned)
}

async function listReturns(db: Reader, { environmentId, returnIds = [] }: Shipment): Promise<Shipment[]> {
  const keys = returnIds.map((returnId) => ({ environmentId, shipmentId: returnId }))
  return (await findShipments(db, keys)).filter((one) => one !== undefined)
}

async function readReturnable(db: Reader, shipment: Shipment): Promise<Returnable> {
  return {
    shipment,
    returns: await listReturns(db, shipment),
    rules: await getReturnRules(db, shipment.environmentId),
    deliveredAt: shipment.status === 'delivered' ? await findDeliveredAt(db, shipment) : null,
  }
}

/** The page of the shipment's recipient. */
export const openReturnPage = async (db: Reader, shipment: Shipment, now: Date): Promise<ReturnPage> =>
  returnPage(await readReturnable(db, shipment), now)

/** Whether the shipment's recipient may return goods. Reads nothing of one that is not delivered. */
export async function isReturnable(db: Reader, shipment: Shipment, now: Date): Promise<boolean> {
  if (shipment.status !== 'delivered') return false
  const rules = await getReturnRules(db, shipment.environmentId)
  const deliveredAt = rules.fields.enabled ? await findDeliveredAt(db, shipment) : null
  return findBar({ shipment, returns: [], rules, deliveredAt }, now) === null
}

/**
 * Registers the return that a recipient makes, and answers the page after it. The shipment stays locked: of two that were made on the
 * same page, the later one makes none if it is the same, such as by a second click, and is refused if it is not. Throws
 * `validation_error`, `data_erased`, and as `assertReturnable`.
 */
export async function returnByRecipient(
  trx: Writer,
  { environmentId, shipmentId }: Pick<Shipment, 'environmentId' | 'shipmentId'>,
  choice: RecipientReturn,
  { trackingUrl, cause }: { trackingUrl: string; cause: Cause },
): Promise<ReturnPage> {
  const original = await getLocked(trx, environmentId, shipmentId)
  const before = await readReturnable(trx, original)
  if (findBar(before, cause.at) !== null || isMade(before, choice)) return returnPage(before, cause.at)
  if (listShown(before).length !== choice.known_returns)
    throw validationError([
      errorDetail(['known_returns'], 'not_allowed', 'must be the number of returns that there are'),
    ])
  const { goods, problems } = chosenGoods(before, choice)
  if (problems.length > 0) throw validationError(problems)
  await assertKept(trx, original)
  assertReturnable(original)
  const { pay, label } = before.rules.fields
  const reasons = new Set(choice.goods.map(({ reason }) => reason))
  const reason = reasons.size === 1 ? choice.goods[0]?.reason : null
  const document = returnShipmentSchema.parse({ reason, note: choice.note, pay, label })
  const { merchantId, livemode } = original
  const owner = { environmentId, merchantId, livemode, trackingUrl }
  const isApproved = (terms: ReturnTerms, parcels: readonly Parcel[]) =>
    isApprovedByRule(before, { terms, parcels }, cause.at)
  const registered = registerReturn(original, before.returns, { owner, document, goods, isApproved }, cause)
  await storeChange(trx, original, registered.original)
  const returned = await storeNew(trx, registered.returned)
  return returnPage({ ...before, returns: [...before.returns, returned] }, cause.at)
}
