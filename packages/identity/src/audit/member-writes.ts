/** Records in the audit log what members change with their sessions, whichever service has the effect. */
import { type Database, untilAnswered } from '@waybill/chassis/postgres/database'
import { publicError } from '@waybill/chassis/rpc/errors'
import type { Logger } from '@waybill/chassis/telemetry/log'
import type { ErrorEnvelope } from '@waybill/contracts/app-error'
import { isId } from '@waybill/contracts/ids'
import { type Operation, pathParameters } from '@waybill/contracts/requests/operation'
import type { Call, RecordWrite, Reply } from '@waybill/edge/routing/route'
import type { IdentityDatabase } from '../db.ts'
import { type AuditAction, type AuditOutcome, type AuditTarget, targetOfPath } from './entry.ts'
import { insertAuditEntry } from './repository.ts'

/**
 * Recorded before the handler runs and again with the outcome: if the gateway dies in between, the log has the first entry.
 * Calls with keys are left out: the API log has them. So are those about the team and the account, which record themselves.
 */
export function recordMemberWrites({ db, log }: { db: Database<IdentityDatabase>; log: Logger }): RecordWrite {
  return async (route, call, work) => {
    if (call.session === null || route.method === 'GET' || route.access.kind === 'session') return work()
    const action = toAction(route, call, call.session.userId)
    await untilAnswered(() => insertAuditEntry(db, { ...action, outcome: 'started', code: null }))
    /** If it fails, the answer is still that of the action: the log has its first entry. */
    const record = (ended: Partial<AuditTarget>, outcome: AuditOutcome, code: string | null) =>
      untilAnswered(() => insertAuditEntry(db, { ...action, ...ended, outcome, code })).catch((lost: unknown) =>
        log.error({ err: lost, actionId: action.actionId, outcome, code }, 'audit.outcome_not_stored'),
      )
    let reply: Reply
    try {
      reply = await work()
    } catch (error) {
      await record({}, 'failed', publicError(error).code)
      throw error
    }
    if (reply.status >= 400) await record({}, 'failed', getCode(reply))
    else await record(action.targetId ? {} : targetOfAnswer(reply), reply.replayed ? 'repeated' : 'succeeded', null)
    return reply
  }
}

const toAction = (
  { operationId }: Pick<Operation, 'operationId'>,
  { context, params, address, headers }: Call,
  userId: string,
) =>
  ({
    ...targetOfPath(params),
    actionId: context.opId,
    actor: userId,
    action: operationId,
    merchantId: context.merchantId,
    environmentId: context.environmentId,
    address,
    userAgent: headers['user-agent']?.slice(0, 200) ?? null,
    requestId: context.requestId,
  }) satisfies AuditAction

function getCode({ body }: Reply): string | null {
  if (!Buffer.isBuffer(body) && typeof body !== 'string') return null
  return (JSON.parse(body.toString()) as ErrorEnvelope).error.code
}

const NAMED_ID = /"(\w+_id)":"(\w{1,64})"/g
/** The own id of a resource is among its first fields. */
const SEARCHED_BYTES = 2_048

/** Created resource: the first id in the answer that names one. */
export function targetOfAnswer({ body }: Pick<Reply, 'body'>): Partial<AuditTarget> {
  if (!Buffer.isBuffer(body) && typeof body !== 'string') return {}
  const text = Buffer.isBuffer(body) ? body.toString('utf8', 0, SEARCHED_BYTES) : body.slice(0, SEARCHED_BYTES)
  for (const [, name = '', id = ''] of text.matchAll(NAMED_ID)) {
    const known = pathParameters[name]
    if (known && isId(known.prefix, id)) return { targetType: name.replace(/_id$/, ''), targetId: id }
  }
  return {}
}
