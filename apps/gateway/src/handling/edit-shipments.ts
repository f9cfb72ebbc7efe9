/** Changes how a team handles its shipments, one or many. */
import type { CallContext } from '@waybill/chassis/rpc/call-context'
import { contextMessage, type RpcClient } from '@waybill/chassis/rpc/client'
import { AppError, type ErrorEnvelope } from '@waybill/contracts/app-error'
import { isId, newId } from '@waybill/contracts/ids'
import { NOBODY } from '@waybill/contracts/requests/list-filters'
import { invalidParameter, validationError } from '@waybill/contracts/requests/validation'
import type { EditShipments, HandlingChange } from '@waybill/contracts/shipments/handling'
import { unknownAssignee } from '@waybill/contracts/values/search/handling-fields'
import type { Call, Reply } from '@waybill/edge/routing/route'
import type { IdentityServices } from '@waybill/identity/services'
import { storedError } from '../batches/batch-answer.ts'

interface Services extends Pick<IdentityServices, 'team'> {
  shipments: RpcClient<'gateway', 'waybill.shipment.v1.ShipmentService'>
}

/** Calls for one request at a time. */
const CALLS_AT_ONCE = 8
const ME = 'me'

/** The member or the API key that calls. */
export const getActor = ({ session, keyId }: Pick<Call, 'session' | 'keyId'>): string => session?.userId ?? keyId

/** Checks whether a new shipment is assigned to somebody outside the team. Asks once a person; validation refuses malformed ids. */
export function assigneeCheck(
  { context: { merchantId } }: Pick<Call, 'context'>,
  { team }: Pick<Services, 'team'>,
): (document: unknown) => Promise<boolean> {
  const active = new Map<string, boolean>()
  return async (document) => {
    const userId = (document as { assignee_id?: unknown } | null)?.assignee_id
    if (typeof userId !== 'string' || !isId('usr', userId)) return false
    const isActive = active.get(userId) ?? (await team.isActiveMember({ merchantId, userId }))
    active.set(userId, isActive)
    return !isActive
  }
}

/** Answers the calls that create one shipment. */
export const createShipment =
  ({ onDemand }: { onDemand: boolean }) =>
  async (call: Call, services: Services): Promise<Reply> => {
    const { context, bytes } = call
    const hasAssignee = bytes.includes('"assignee_id"')
    return await services.shipments.Create({
      context: contextMessage(context),
      document: bytes,
      on_demand: onDemand,
      actor_id: getActor(call),
      assignee_unknown: hasAssignee && (await assigneeCheck(call, services)(JSON.parse(bytes.toString()))),
    })
  }

/** Throws `validation_error` unless the shipments are to be assigned to an active member of the caller's team. */
export async function assertAssignable(
  { context: { merchantId } }: Pick<Call, 'context'>,
  { assignee_id: userId }: HandlingChange,
  { team }: Pick<Services, 'team'>,
): Promise<void> {
  if (!userId || (await team.isActiveMember({ merchantId, userId }))) return
  throw validationError([unknownAssignee()])
}

/** The shipment as changed. */
export const sendChange = (
  context: CallContext,
  { shipmentId, change, call }: { shipmentId: string; change: HandlingChange; call: Pick<Call, 'session' | 'keyId'> },
  { shipments }: Pick<Services, 'shipments'>,
) =>
  shipments.Handle({
    context: contextMessage(context),
    shipment_id: shipmentId,
    document: Buffer.from(JSON.stringify(change)),
    actor_id: getActor(call),
  })

/** Answers POST /api/v1/shipments/edit. */
export async function editShipments(call: Call<unknown, EditShipments>, services: Services): Promise<Reply> {
  const { context, document, payForItems, showError } = call
  const { shipment_ids: ids, ...change } = document
  await assertAssignable(call, change, services)
  await payForItems(ids.length)
  const edit = async (shipmentId: string): Promise<ErrorEnvelope['error'] | null> => {
    try {
      const answer = await sendChange(toContext(context, shipmentId), { shipmentId, change, call }, services)
      const error = storedError(answer)
      return error && showError(error)
    } catch (error) {
      if (error instanceof AppError) return showError(error)
      throw error
    }
  }
  const items: { shipment_id: string; error: ErrorEnvelope['error'] | null }[] = []
  for (let first = 0; first < ids.length; first += CALLS_AT_ONCE) {
    const some = ids.slice(first, first + CALLS_AT_ONCE)
    const errors = await Promise.all(some.map(edit))
    items.push(...some.map((shipment_id, index) => ({ shipment_id, error: errors[index] ?? null })))
  }
  const failed = items.filter(({ error }) => error !== null).length
  const data = { succeeded: items.length - failed, failed, items }
  return { status: 200, body: JSON.stringify({ success: true, data }) }
}

/** Each shipment has its own operation and key, so that a repeat changes only what is missing. */
const toContext = (context: CallContext, shipmentId: string): CallContext => ({
  ...context,
  opId: newId('op'),
  idempotencyKey: context.idempotencyKey === null ? null : `${context.idempotencyKey}#${shipmentId}`,
})

/** The members of a filter, with the caller for `me`. Throws `invalid_parameter` if nobody is signed in. */
export function readAssignees(
  { session }: Pick<Call, 'session'>,
  assignees: readonly string[] | undefined = [],
): string[] {
  return assignees.map((assignee) => {
    if (assignee !== ME) return assignee
    if (session) return session.userId
    throw invalidParameter('assignee_id', `is ${ME} only for people who are signed in: send usr_… or ${NOBODY}`)
  })
}
