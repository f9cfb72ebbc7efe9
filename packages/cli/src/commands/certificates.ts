/** `waybill admin certificates`: an authority, and a certificate for each service, for TLS between the services. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { CALLEES, CALLERS } from '@waybill/contracts/call-table'
import { Command, InvalidArgumentError } from 'commander'
import { type Authority, issueCertificate, makeAuthority, readAuthority } from '../certificates/authority.ts'
import { CliError, EXIT } from '../cli-error.ts'
import { type CommandContext, print } from '../command-context.ts'
import { table } from '../table.ts'

const SERVICES = [...new Set<string>([...CALLERS, ...CALLEES])]
/** Keys and manifests are for their owner only. */
const PRIVATE = { mode: 0o600 }

export const certificatesCommand = (context: CommandContext): Command =>
  new Command('certificates')
    .description('Make or renew the certificates with which the services know each other (mutual TLS).')
    .argument('<directory>', 'where the authority is kept, and what it issues is written')
    .option('--days <days>', 'validity of the certificates', days, 365)
    .option('--also-trust <file>', 'another authority (PEM) that the services trust, while one replaces the other')
    .addHelpText(
      'after',
      `
Writes ca.crt and ca.key, unless they are there; tls.crt, tls.key and ca.crt for each service, in a folder with its name;
and secrets.json with the Kubernetes Secrets waybill-grpc-<service>: kubectl -n waybill apply --server-side -f secrets.json
Run it again to renew the certificates; services load them without a restart. With ca.key one can call as any service:
keep it off the cluster.`,
    )
    .action(async (directory: string, options: { days: number; alsoTrust?: string }, command: Command) => {
      const authority = await authorityIn(directory)
      const trusted = authority.cert + (options.alsoTrust ? readFileSync(options.alsoTrust, 'utf8') : '')
      const issued = await Promise.all(SERVICES.map((name) => issueCertificate(authority, name, options.days)))
      for (const { name, cert, key } of issued) {
        mkdirSync(join(directory, name), { recursive: true })
        writeFileSync(join(directory, name, 'tls.key'), key, PRIVATE)
        writeFileSync(join(directory, name, 'tls.crt'), cert)
        writeFileSync(join(directory, name, 'ca.crt'), trusted)
      }
      const secrets = issued.map(({ name, cert, key }) => toSecret(name, { cert, key, trusted }))
      const list = { apiVersion: 'v1', kind: 'List', items: secrets }
      writeFileSync(join(directory, 'secrets.json'), `${JSON.stringify(list, null, 2)}\n`, PRIVATE)
      const rows = issued.map(({ name, expiresAt }) => ({ service: name, expires_at: expiresAt.toISOString() }))
      print(context, command, rows, (shown) => table(shown, ['service', 'expires_at']))
    })

async function authorityIn(directory: string): Promise<Authority> {
  const [certFile, keyFile] = [join(directory, 'ca.crt'), join(directory, 'ca.key')]
  if (existsSync(certFile) !== existsSync(keyFile)) {
    throw new CliError(
      EXIT.usage,
      `${directory} has only one of ca.crt and ca.key. Restore the other, or use a new directory.`,
    )
  }
  if (existsSync(keyFile)) return readAuthority(readFileSync(certFile, 'utf8'), readFileSync(keyFile, 'utf8'))
  const authority = await makeAuthority()
  mkdirSync(directory, { recursive: true, mode: 0o700 })
  writeFileSync(keyFile, authority.key, PRIVATE)
  writeFileSync(certFile, authority.cert)
  return authority
}

const toSecret = (name: string, { cert, key, trusted }: { cert: string; key: string; trusted: string }) => ({
  apiVersion: 'v1',
  kind: 'Secret',
  type: 'kubernetes.io/tls',
  metadata: { name: `waybill-grpc-${name}` },
  data: { 'tls.crt': toBase64(cert), 'tls.key': toBase64(key), 'ca.crt': toBase64(trusted) },
})

const toBase64 = (text: string): string => Buffer.from(text).toString('base64')

function days(value: string): number {
  if (/^[1-9]\d{0,3}$/.test(value)) return Number(value)
  throw new InvalidArgumentError('Expected a whole number of days from 1 to 9999.')
}
