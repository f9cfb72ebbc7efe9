/** The real services that tests run against: found on this machine, or started for the run. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestService } from '@waybill/testing/services'
import type { BroughtService, Provider } from './bring.ts'
import { bringChromium } from './chromium.ts'
import { bringHelm } from './helm.ts'
import { bringIntegrationPostgres, bringPostgres } from './postgres.ts'
import { bringPromtool } from './promtool.ts'
import { bringRabbit } from './rabbitmq.ts'
import { bringRedis } from './redis.ts'
import { bringRuntimes } from './runtimes.ts'

/** PostgreSQL is the machine's own, if it has one; integration tests use the embedded one, which every machine has. */
export type NeededService = TestService | 'integration PostgreSQL'

export interface TestServices {
  missing: NeededService[]
  /** Environment of the tests that use these services, and of the processes that they start. */
  environmentFor(services: readonly NeededService[]): Record<string, string>
  stop(): Promise<void>
}

const POSTGRES_VARIABLE = 'WAYBILL_TEST_POSTGRES_URL'
const known = {
  PostgreSQL: { variable: POSTGRES_VARIABLE, bring: bringPostgres },
  'integration PostgreSQL': { variable: POSTGRES_VARIABLE, bring: bringIntegrationPostgres },
  RabbitMQ: { variable: 'RABBITMQ_URL', bring: bringRabbit },
  Redis: { variable: 'REDIS_URL', bring: bringRedis },
  Chromium: { variable: 'WAYBILL_TEST_CHROMIUM', bring: bringChromium },
  promtool: { variable: 'WAYBILL_TEST_PROMTOOL', bring: bringPromtool },
  helm: { variable: 'WAYBILL_TEST_HELM', bring: bringHelm },
  runtimes: { variable: 'WAYBILL_TEST_RUNTIMES', bring: bringRuntimes },
} satisfies Record<NeededService, { variable: string; bring: Provider }>
const allNames = Object.keys(known) as NeededService[]

/** Brings those of the wanted services that this machine can have. */
export async function bringServices(wanted: readonly NeededService[]): Promise<TestServices> {
  const stateDirectory = mkdtempSync(join(tmpdir(), 'waybill-test-'))
  const brought = new Map<NeededService, BroughtService>()
  const missing: NeededService[] = []
  async function stop(): Promise<void> {
    await Promise.all([...new Set(brought.values())].map((service) => service.stop()))
    rmSync(stateDirectory, { recursive: true, force: true })
  }
  function environmentFor(services: readonly NeededService[]): Record<string, string> {
    const used = allNames.filter((name) => services.includes(name))
    const environment: Record<string, string> = {
      WAYBILL_TEST_MISSING: used.filter((name) => missing.includes(name)).join(','),
    }
    const versions: string[] = []
    for (const name of used) {
      const service = brought.get(name)
      if (!service) continue
      environment[known[name].variable] = service.url
      if (name === 'PostgreSQL') environment.WAYBILL_TEST_OWN_POSTGRES_URL = service.url
      versions.push(`${name} ${service.version}`)
    }
    return { ...environment, WAYBILL_TEST_VERSIONS: versions.join(', ') }
  }
  try {
    for (const name of allNames.filter((name) => wanted.includes(name))) {
      const service = await known[name].bring(stateDirectory)
      console.log(service ? `${name} ${service.version}: ${service.origin}` : `${name}: none`)
      if (service) brought.set(name, service)
      else missing.push(name)
    }
    return { missing, environmentFor, stop }
  } catch (error) {
    await stop()
    throw error
  }
}
