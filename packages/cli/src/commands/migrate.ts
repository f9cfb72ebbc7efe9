/** `waybill admin migrate`: runs `migrate.ts` of each installed service, each with its database URL. */
import { spawn } from 'node:child_process'
import { existsSync, globSync } from 'node:fs'
import { basename, join } from 'node:path'
import { Command } from 'commander'
import { CliError, EXIT } from '../cli-error.ts'

type Environment = Readonly<Record<string, string | undefined>>

export interface MigrateContext {
  env: Environment
  write: (text: string) => void
  writeError: (text: string) => void
}

/** The services of a clone, or the single service of an image. */
const apps = join(import.meta.dirname, '../../../../apps')
const programPath = (service: string) => join(apps, service, 'src/migrate.ts')

export const migrateCommand = (context: MigrateContext): Command =>
  new Command('migrate')
    .description('Apply pending migrations before starting a new version. The old version may keep running.')
    .option('--check', `list pending migrations without applying them; exit code ${EXIT.pending} if there are any`)
    .option('--service <service...>', 'restrict to these services (default: all installed services)')
    .addHelpText(
      'after',
      `
DATABASE_URL (or MIGRATION_DATABASE_URL, which goes first) connects as the owner of the schema, such as
waybill_shipment_owner; for --check the role of the service suffices. For several services, set SHIPMENT_DATABASE_URL,
QUOTING_DATABASE_URL and so on. A URL can be in a file: DATABASE_URL_FILE. DATABASE_SCHEMA defaults to the name of the service.`,
    )
    .action(async ({ check, service }: { check?: boolean; service?: string[] }) => {
      const services = chosen(service)
      const environments = services.map((name) => getEnvironment(name, services.length, context.env))
      let worst: number = EXIT.ok
      for (const [index, name] of services.entries()) {
        const exitCode = await runProgram(name, check ? ['--check'] : [], environments[index] as Environment, context)
        worst = Math.max(worst, exitCode)
        if (!check && exitCode !== EXIT.ok) break
      }
      if (worst === EXIT.ok) return void (check && context.write('No migrations are pending.\n'))
      if (worst === EXIT.pending)
        throw new CliError(EXIT.pending, 'Migrations are pending. Apply them with waybill admin migrate.')
      throw new CliError(worst, 'Not every schema is up to date. See the output above.')
    })

function chosen(wanted: string[] | undefined): string[] {
  const here = globSync('*/src/migrate.ts', { cwd: apps }).map((path) => path.split(/[\\/]/)[0] as string)
  if (here.length === 0) {
    throw new CliError(
      EXIT.usage,
      'No service is installed here. Run this command in a clone or in the image of a service.',
    )
  }
  const unknown = (wanted ?? []).filter((name) => basename(name) !== name || !existsSync(programPath(name)))
  if (unknown.length > 0) {
    throw new CliError(EXIT.usage, `Not here: ${unknown.join(', ')}. Here: ${here.sort().join(', ')}.`)
  }
  return wanted ?? here.sort()
}

const variables = [
  'DATABASE_URL',
  'DATABASE_URL_FILE',
  'MIGRATION_DATABASE_URL',
  'MIGRATION_DATABASE_URL_FILE',
  'DATABASE_SCHEMA',
]

/** The environment with the variables of the service in place of the common ones. */
function getEnvironment(service: string, services: number, env: Environment): Environment {
  const prefix = `${service.toUpperCase()}_`
  const own = variables.filter((name) => env[prefix + name] !== undefined)
  if (own.length === 0 && services > 1) {
    const message = `Set ${prefix}DATABASE_URL, or pass one service with --service. Each service has a separate database role.`
    throw new CliError(EXIT.usage, message)
  }
  if (own.length === 0) return env
  const without = Object.fromEntries(Object.entries(env).filter(([name]) => !variables.includes(name)))
  return { ...without, ...Object.fromEntries(own.map((name) => [name, env[prefix + name]])) }
}

function runProgram(service: string, args: string[], env: Environment, context: MigrateContext): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [programPath(service), ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] })
    child.stdout.on('data', (chunk) => context.write(String(chunk)))
    child.stderr.on('data', (chunk) => context.writeError(String(chunk)))
    child.on('error', reject)
    child.on('close', (code) => resolve(code ?? EXIT.refused))
  })
}
