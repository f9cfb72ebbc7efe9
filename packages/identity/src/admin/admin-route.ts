/** The three kinds of admin routes. Each route of the table is one of them, so that none escapes the audit log. */
import { type Database, transact, untilAnswered } from '@waybill/chassis/postgres/database'
import type { CallContext } from '@waybill/chassis/rpc/call-context'
import { publicError } from '@waybill/chassis/rpc/errors'
import type { Logger } from '@waybill/chassis/telemetry/log'
import { successEnvelope } from '@waybill/contracts/envelope'
import { newId } from '@waybill/contracts/ids'
import type { Call, Reply, Route } from '@waybill/edge/routing/route'
import type { Transaction } from 'kysely'
import type { z } from 'zod'
import type { MemberKey } from '../accounts/members/erasure-repository.ts'
import { type AuditAction, type AuditTarget, targetOfPath } from '../audit/entry.ts'
import { insertAuditEntry } from '../audit/repository.ts'
import type { Credentials } from '../auth/credentials.ts'
import type { IdentityDatabase } from '../db.ts'
import { getEnvironment } from '../merchants/commands.ts'

type Db = Database<IdentityDatabase>

/** Rows that others store for members in the same schema. */
export interface OwnedByMembers {
  /** Deletes it, in the transaction in which the member's personal data is erased. */
  eraseOwnedBy(trx: Transaction<IdentityDatabase>, member: MemberKey): Promise<void>
}

/** Services for the handlers of admin routes. */
export interface AdminServices {
  db: Db
  credentials: Credentials
  owned: OwnedByMembers
  publicUrl: string
  log: Logger
}

/** `audited`: every call is recorded in the audit log. */
export type AdminRoute<Services extends AdminServices = AdminServices> = Route<Services> & { audited: boolean }

const common = {
  tag: 'Admin',
  access: { kind: 'operator' },
  errors: [],
  success: [{ status: 200, description: '' }],
  timeoutMs: 10_000,
  hidden: true,
} as const

type Own<Services, Query extends z.ZodObject> = Pick<
  Route<Services>,
  'operationId' | 'method' | 'path' | 'summary' | 'body' | 'secretInAnswer'
> & {
  query?: Query
  timeoutMs?: number
}

type Handle<Services, Query extends z.ZodObject, Document> = (
  call: Call<z.output<Query>, Document>,
  services: Services,
) => Promise<Reply>

/** Result of an action in the gateway's own database, within its transaction. */
export interface LocalOutcome {
  reply: Reply
  /** Targets that the path does not name, such as the id of what was created. */
  target?: Partial<AuditTarget>
  /** Runs after the commit, and is lost if the process dies: tells other replicas. */
  announce?: () => Promise<void>
}

/** The three kinds of admin routes, whose handlers use these services. */
export function adminRouteKinds<Services extends AdminServices>() {
  /** A read that shows neither personal data nor secrets. Not recorded. */
  function plainRead<Query extends z.ZodObject = z.ZodObject>(
    route: Own<Services, Query> & { method: 'GET'; handle: Handle<Services, Query, unknown> },
  ): AdminRoute<Services> {
    return { ...common, ...route, audited: false } as AdminRoute<Services>
  }

  /**
   * An action in other services, or a read of personal data from them. Recorded before it happens and again with its
   * outcome: if the gateway dies in between, the log has the first entry. `target` adds what the path does not name.
   */
  function remoteAction<Query extends z.ZodObject = z.ZodObject, Document = unknown>(
    route: Own<Services, Query> & {
      target?: (document: Document) => Partial<AuditTarget>
      handle: Handle<Services, Query, Document>
    },
  ): AdminRoute<Services> {
    const { target, handle, ...own } = route
    return {
      ...common,
      ...own,
      audited: true,
      async handle(call, services) {
        const typed = call as Call<z.output<Query>, Document>
        const { db, log } = services
        const action = { ...toAction(route.operationId, call), ...target?.(typed.document) }
        await untilAnswered(() => insertAuditEntry(db, { ...action, outcome: 'started', code: null }))
        try {
          const reply = await handle(typed, services)
          await recordOutcome(db, log, action, null)
          return reply
        } catch (error) {
          await recordOutcome(db, log, action, error)
          throw error
        }
      },
    }
  }

  /**
   * An action in the gateway's own database, or a read of personal data from it. Recorded in the same transaction.
   * `prepare` checks and creates ids, outside of the transaction. It returns the work, which runs again if its connection is
   * lost during the commit: it must then find what it wrote, and have no effect outside of the transaction.
   */
  function localAction<Query extends z.ZodObject = z.ZodObject, Document = unknown>(
    route: Own<Services, Query> & {
      prepare(
        call: Call<z.output<Query>, Document>,
        services: Services,
      ): Promise<(trx: Transaction<IdentityDatabase>) => Promise<LocalOutcome>>
    },
  ): AdminRoute<Services> {
    const { prepare, ...own } = route
    return {
      ...common,
      ...own,
      audited: true,
      async handle(call, services) {
        const { db, log } = services
        const action = toAction(route.operationId, call)
        try {
          const work = await prepare(call as Call<z.output<Query>, Document>, services)
          const { reply, target, announce } = await untilAnswered(() =>
            transact(db, async (trx) => {
              const outcome = await work(trx)
              await insertAuditEntry(trx, { ...action, ...outcome.target, outcome: 'succeeded', code: null })
              return outcome
            }),
          )
          logOutcome(log, { ...action, ...target }, null)
          await announce?.()
          return reply
        } catch (error) {
          await recordOutcome(db, log, action, error)
          throw error
        }
      },
    }
  }

  return { plainRead, remoteAction, localAction }
}

/** Kinds of routes that change identity's own tables. */
export const { plainRead, localAction } = adminRouteKinds<AdminServices>()

function toAction(operationId: string, { context, params, operator, headers }: Call): AuditAction {
  if (operator === null) throw new Error(`${operationId} was called without an admin token`)
  return {
    actionId: context.opId || newId('op'),
    actor: operator.name,
    action: operationId,
    ...targetOfPath(params),
    address: operator.address,
    userAgent: headers['user-agent']?.slice(0, 200) ?? null,
    requestId: context.requestId,
  }
}

/**
 * Records the outcome of an action that is over. If that fails, the answer is still that of the action: the log has its
 * first entry, or the action was rolled back.
 */
async function recordOutcome(db: Db, log: Logger, action: AuditAction, error: unknown): Promise<void> {
  const code = error === null ? null : publicError(error).code
  logOutcome(log, action, code)
  const outcome = code === null ? 'succeeded' : 'failed'
  await untilAnswered(() => insertAuditEntry(db, { ...action, outcome, code })).catch((lost: unknown) =>
    log.error(
      { err: lost, actionId: action.actionId, action: action.action, outcome, code },
      'admin.outcome_not_stored',
    ),
  )
}

function logOutcome(log: Logger, action: AuditAction, code: string | null): void {
  const { actionId, actor, action: name, targetType, targetId, environmentId, requestId } = action
  log.info({ actionId, actor, action: name, targetType, targetId, environmentId, requestId, code }, 'admin.acted')
}

export const answer = (status: number, data: unknown): Reply => ({
  status,
  body: JSON.stringify(successEnvelope(data)),
})

/** The context of a call on the environment in the path. Throws `route_not_found` if the environment does not exist. */
export async function inEnvironment(
  { context, params }: Pick<Call, 'context' | 'params'>,
  db: Db,
): Promise<CallContext> {
  const { environmentId, merchantId, livemode } = await getEnvironment(db, params.environment_id ?? '')
  return { ...context, environmentId, merchantId, livemode }
}

/** Protobuf has no null: an empty string stands for an absent value. */
export const orNull = (text: string): string | null => text || null
