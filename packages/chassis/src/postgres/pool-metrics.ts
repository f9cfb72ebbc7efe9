import type { Pool } from 'pg'
import type { Metrics } from '../telemetry/metrics.ts'

/** Exposes how much of a pool is in use, and how many callers wait for it. */
export function measurePool(metrics: Metrics, pool: Pool, limit: number): void {
  metrics.gauge({
    name: 'database_pool_connections',
    help: 'Connections to Postgres, by state: in_use, idle.',
    labels: ['state'],
    collect(gauge) {
      gauge.set({ state: 'in_use' }, pool.totalCount - pool.idleCount)
      gauge.set({ state: 'idle' }, pool.idleCount)
    },
  })
  metrics.gauge({
    name: 'database_pool_waiting',
    help: 'Statements and transactions that wait for a connection of the pool.',
    collect: (gauge) => gauge.set(pool.waitingCount),
  })
  metrics
    .gauge({ name: 'database_pool_limit', help: 'Most connections to Postgres that the pool may open.' })
    .set(limit)
}
