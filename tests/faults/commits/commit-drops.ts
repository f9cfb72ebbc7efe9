/** Decides which commits of the services lose their answer, and keeps count. */
import { subscriptions } from '@waybill/contracts/events/topology'
import { type Commit, startPostgresProxy } from '@waybill/testing/postgres-proxy'
import { testPostgresUrl } from '@waybill/testing/services'
import { seeded } from '../workload.ts'

/** Among the later commits of a kind, one in so many loses its answer too. */
const LATER_ONE_IN = 16

export interface CommitKind {
  service: string
  /** Verb and table of each write, in order. */
  writes: string[]
  commits: number
  dropped: number
}

export interface CommitDrops {
  /** Address of PostgreSQL for the services. */
  databaseUrl: string
  /** All kinds of commits so far, by name. */
  kinds: ReadonlyMap<string, CommitKind>
  /** Causes of dropped commits: `shipment POST /api/v1/shipments` for an idempotency record, `booking shipment.updated` for an inbox. */
  causes: ReadonlySet<string>
  /** Drops the first answer of each kind and each cause, and some later ones. */
  firstOfEachKind(): void
  /** Drops a share of all answers. */
  share(share: number, seed: number): void
  none(): void
  /** Drops the answer of the next commit that makes the write and has the text in one of its parameters. */
  next(text: string, write: string): void
  /** Texts given to `next` whose commit has not come yet. */
  readonly awaited: string[]
  /** Answers dropped so far. */
  readonly dropped: number
  stop(): Promise<void>
}

export async function startCommitDrops(): Promise<CommitDrops> {
  const kinds = new Map<string, CommitKind>()
  const causes = new Set<string>()
  const nextOnes = new Map<string, string>()
  let decide: (kind: CommitKind, causes: string[]) => boolean = () => false
  let dropped = 0

  function drops(commit: Commit): boolean {
    const kind = getKind(commit)
    if (kind === null) return false
    const name = getName(kind)
    const counted = kinds.get(name) ?? kind
    kinds.set(name, counted)
    counted.commits += 1
    const its = listCauses(kind.service, commit)
    const isDropped = isNext(commit) || decide(counted, its)
    if (!isDropped) return false
    for (const cause of its) causes.add(cause)
    counted.dropped += 1
    dropped += 1
    return true
  }

  function isNext({ writes, values }: Commit): boolean {
    if (nextOnes.size === 0) return false
    const bound = values()
    const found = [...nextOnes].find(
      ([text, write]) => writes.includes(write) && bound.some((one) => one.includes(text)),
    )
    return found !== undefined && nextOnes.delete(found[0])
  }

  const { hostname, port } = new URL(testPostgresUrl())
  const proxy = await startPostgresProxy({ targetHost: hostname, targetPort: Number(port || 5432), drops })
  return {
    databaseUrl: proxy.through(testPostgresUrl()),
    kinds,
    causes,
    firstOfEachKind() {
      decide = ({ commits, dropped: before }, its) =>
        before === 0 || commits % LATER_ONE_IN === 0 || its.some((cause) => !causes.has(cause))
    },
    share(share, seed) {
      const random = seeded(seed)
      decide = () => random() < share
    },
    none() {
      decide = () => false
    },
    next: (text, write) => void nextOnes.set(text, write),
    get awaited() {
      return [...nextOnes.keys()]
    },
    get dropped() {
      return dropped
    },
    stop: proxy.stop,
  }
}

const getName = ({ service, writes }: CommitKind): string => `${service}: ${writes.join(', ')}`

/** Null for a commit of no service, such as the administrator's. */
function getKind({ role, writes }: Commit): CommitKind | null {
  const service = /_([a-z]+)(?:_owner)?$/.exec(role)?.[1]
  if (service === undefined) return null
  const isMigration = writes.some((write) => MIGRATION.test(write))
  return { service, writes: isMigration ? ['migrations'] : writes, commits: 0, dropped: 0 }
}

/** Migrations are one kind: a process waits after each that fails, and is tried again by the same code. */
const MIGRATION = /^(insert|create table) (chassis_)?migration$/
const ROUTE = /(?:^|"route":")((?:POST|PATCH|DELETE) \/[^" ?]*)/g
const ID = /\b[a-z]{2,4}_[a-z0-9]{20,}/g

function listCauses(service: string, { writes, values }: Commit): string[] {
  const found: string[] = []
  if (writes.includes('insert inbox')) {
    const consumer = values().find((value) => getConsumers(service).includes(value))
    if (consumer !== undefined) found.push(consumer)
  }
  if (writes.some((write) => write.endsWith(' idempotency_record'))) {
    for (const value of values()) {
      for (const [, route = ''] of value.matchAll(ROUTE)) found.push(route.replaceAll(ID, '{id}'))
    }
  }
  return [...new Set(found)].map((cause) => `${service} ${cause}`)
}

/** Events that leave no inbox row: a quote's status tells whether they were applied. */
const WITHOUT_RECORD = ['quoting shipment.updated', 'quoting booking.updated']

/** Names under which a service's handlers store inbox rows. */
export const getConsumers = (service: string): readonly string[] =>
  service === 'shipment'
    ? ['booking.*']
    : ((subscriptions as Record<string, readonly string[]>)[service] ?? []).filter(
        (name) => !WITHOUT_RECORD.includes(`${service} ${name}`),
      )
