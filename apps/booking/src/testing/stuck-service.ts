/** A booking service with stuck work: its carriers do not answer a lookup. */
import { contextMessage, systemContext } from '@waybill/chassis/rpc/call-context'
import { connectRpc } from '@waybill/chassis/rpc/client'
import { createLog } from '@waybill/chassis/telemetry/log'
import { createMetrics, type Metrics } from '@waybill/chassis/telemetry/metrics'
import { asOwner } from '@waybill/chassis/testing/service-database'
import type { StuckKind } from '@waybill/contracts/stuck-kinds'
import { eventually } from '@waybill/testing/eventually'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { type RunningBooking, startBookingSystem } from './booking-system.ts'
import { aMerchant } from './merchant-calls.ts'
import { INTERNAL_KEY } from './peer-services.ts'

const log = createLog({ service: 'booking', level: 'silent' })

export async function startStuckService() {
  const system = await startBookingSystem()
  let booking: RunningBooking | undefined
  const running = (): RunningBooking => booking ?? expect.fail('the service was not started')

  async function start() {
    const metrics = createMetrics({ service: 'booking' })
    booking = await system.start({ carriers: system.withShortTimeouts({ bookRecovery: { kind: 'none' } }), metrics })
    return { merchant: aMerchant(system, booking), metrics }
  }

  return {
    system,
    db: system.db,
    log,
    start,
    stop: () => running().stop(),
    /** The merchant of an environment, at the service as it runs now. */
    getMerchant: (environmentId: string) => aMerchant(system, running(), environmentId),
    /** Stops the service, changes the stored rows, and starts it again. */
    async whileStopped(change: () => Promise<unknown>) {
      await running().stop()
      await change()
      return await start()
    },
    /** Stuck work that the service lists, by kind. */
    async list(): Promise<Partial<Record<StuckKind, { id: string; why: string }[]>>> {
      const client = connectRpc({
        caller: 'gateway',
        serviceName: 'waybill.operator.v1.OperatorService',
        callee: 'booking',
        target: `127.0.0.1:${running().grpcPort}`,
        internalKey: INTERNAL_KEY,
        log,
        metrics: createMetrics({ service: 'client' }),
      })
      try {
        const context = systemContext({ environmentId: '', merchantId: '', livemode: false, timeoutMs: 20_000 })
        const { kinds } = await client.ListStuck({ context: contextMessage(context) })
        expect(kinds.filter(({ error }) => error !== '')).toEqual([])
        const found = kinds.filter(({ count }) => count > 0)
        return Object.fromEntries(found.map(({ kind, things }) => [kind, things.map(({ id, why }) => ({ id, why }))]))
      } finally {
        client.close()
      }
    },
    /** Waits until the metrics count so many things of the kind. */
    counted: (metrics: Metrics, kind: StuckKind, count: number) =>
      eventually(async () => {
        const { text } = await metrics.render()
        expect(text).toContain(`stuck_things{kind="${kind}",service="booking"} ${count}`)
      }),
    /** Stops the service and empties its tables. */
    async endTest() {
      await booking?.stop()
      await asOwner(system.database, (owner) =>
        sql`truncate operation, booking, carrier_attempt, proof_media, tracking_fact cascade`.execute(owner),
      )
    },
  }
}

export type StuckService = Awaited<ReturnType<typeof startStuckService>>
