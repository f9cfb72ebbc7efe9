/** The real services that tests run against: found on this machine, or started for the run. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestService } from '@waybill/testing/services'
import type { BroughtService, Provider } from './bring.ts'
import { bringChromium } from './chromium.ts'
import { bringPostgres } from './postgres.ts'
import { bringPromtool } from './promtool.ts'
import { bringRabbit } from './rabbitmq.ts'
import { bringRedis } from './redis.ts'
import { bringRuntimes } from './runtimes.ts'

export interface TestServices {
  /** Environment of the tests and of the processes that they start. */
  env: Record<string, string>
  missing: TestService[]
  stop(): Promise<void>
}

const wanted = {
  PostgreSQL: { variable: 'WAYBILL_TEST_POSTGRES_URL', bring: bringPostgres },
  RabbitMQ: { variable: 'RABBITMQ_URL', bring: bringRabbit },
  Redis: { variable: 'REDIS_URL', bring: bringRedis },
  Chromium: { variable: 'WAYBILL_TEST_CHROMIUM', bring: bringChromium },
  promtool: { variable: 'WAYBILL_TEST_PROMTOOL', bring: bringPromtool },
  runtimes: { variable: 'WAYBILL_TEST_RUNTIMES', bring: bringRuntimes },
} satisfies Record<TestService, { variable: string; bring: Provider }>

export async function bringServices(): Promise<TestServices> {
  const stateDirectory = mkdtempSync(join(tmpdir(), 'waybill-test-'))
  const brought: BroughtService[] = []
  const versions: string[] = []
  const services: TestServices = {
    env: {},
    missing: [],
    async stop() {
      await Promise.all(brought.map((service) => service.stop()))
      rmSync(stateDirectory, { recursive: true, force: true })
    },
  }
  try {
    for (const [name, { variable, bring }] of Object.entries(wanted)) {
      const service = await bring(stateDirectory)
      console.log(service ? `${name} ${service.version}: ${service.origin}` : `${name}: none`)
      if (!service) services.missing.push(name as TestService)
      else {
        services.env[variable] = service.url
        brought.push(service)
        versions.push(`${name} ${service.version}`)
      }
    }
    services.env.WAYBILL_TEST_VERSIONS = versions.join(', ')
    return services
  } catch (error) {
    await services.stop()
    throw error
  }
}
