/** `waybill admin migrate`: runs the `migrate.ts` of the services that are here, each with its own database URL. */
import { spawn } from 'node:child_process'
import { existsSync, globSync } from 'node:fs'
import { basename, join } from 'node:path'
import { Command } from 'commander'
import { CliError, EXIT } from './cli-error.ts'

type Environment = Readonly<Record<string, string | undefined>>

export interface MigrateContext {
  env: Environment
  write: (text: string) => void
  writeError: (text: string) => void
}

/** A clone or an image: an image holds the one service that it is of. */
const apps = join(import.meta.dirname, '../../../apps')
const programOf = (service: string) => join(apps, service, 'src/migrate.ts')

export const migrateCommand = (context: MigrateContext): Command =>
  new Command('migrate')
    .description('Bring the database schemas up to date, before a new version is started; the old one may be running.')
    .option('--check', `change nothing: name what is pending and exit with ${EXIT.pending}`)
    .option('--service <service...>', 'of these services only; all that are here unless given')
    .addHelpText(
      'after',
      `
DATABASE_URL (or DATABASE_URL_FILE) is the role that owns the schema of the service; of several services at once,
SHIPMENT_DATABASE_URL, QUOTING_DATABASE_URL and so on. DATABASE_SCHEMA is the name of the service unless set.`,
    )
    .action(async ({ check, service }: { check?: boolean; service?: string[] }) => {
      const services = chosen(service)
      const environments = services.map((name) => environmentOf(name, services.length, context.env))
      let worst: number = EXIT.ok
      for (const [index, name] of services.entries()) {
        const exitCode = await runProgram(name, check ? ['--check'] : [], environments[index] as Environment, context)
        worst = Math.max(worst, exitCode)
        if (!check && exitCode !== EXIT.ok) break
      }
      if (worst === EXIT.ok) return void (check && context.write('Nothing is pending.\n'))
      if (worst === EXIT.pending) throw new CliError(EXIT.pending, 'Pending: apply them with waybill admin migrate.')
      throw new CliError(worst, 'The schemas are not known to be up to date: see above.')
    })

function chosen(wanted: string[] | undefined): string[] {
  const here = globSync('*/src/migrate.ts', { cwd: apps }).map((path) => path.split(/[\\/]/)[0] as string)
  if (here.length === 0) {
    throw new CliError(EXIT.usage, 'There is no service here: run this in a clone, or in the image of the service.')
  }
  const unknown = (wanted ?? []).filter((name) => basename(name) !== name || !existsSync(programOf(name)))
  if (unknown.length > 0) {
    throw new CliError(EXIT.usage, `Not here: ${unknown.join(', ')}. Here: ${here.sort().join(', ')}.`)
  }
  return wanted ?? here.sort()
}

const variables = ['DATABASE_URL', 'DATABASE_URL_FILE', 'DATABASE_SCHEMA']

/** With the variables of the service in place of the common ones. */
function environmentOf(service: string, services: number, env: Environment): Environment {
  const prefix = `${service.toUpperCase()}_`
  const own = variables.filter((name) => env[prefix + name] !== undefined)
  if (own.length === 0 && services > 1) {
    const message = `Set ${prefix}DATABASE_URL, or name one service with --service: each has a role of its own.`
    throw new CliError(EXIT.usage, message)
  }
  if (own.length === 0) return env
  const without = Object.fromEntries(Object.entries(env).filter(([name]) => !variables.includes(name)))
  return { ...without, ...Object.fromEntries(own.map((name) => [name, env[prefix + name]])) }
}

function runProgram(service: string, args: string[], env: Environment, context: MigrateContext): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [programOf(service), ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] })
    child.stdout.on('data', (chunk) => context.write(String(chunk)))
    child.stderr.on('data', (chunk) => context.writeError(String(chunk)))
    child.on('error', reject)
    child.on('close', (code) => resolve(code ?? EXIT.refused))
  })
}
