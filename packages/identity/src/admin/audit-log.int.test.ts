/** The list of the audit log. */
import { run } from '@waybill/cli/program'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AuditEntries, openAuditEntries } from '../testing/audit-entries.ts'
import { startTestIdentity, type TestIdentity } from '../testing/running-identity.ts'
import { NAMED_TOKENS } from '../testing/tenants.ts'

let identity: TestIdentity
let log: AuditEntries
beforeAll(async () => {
  identity = await startTestIdentity()
  log = openAuditEntries(identity)
})
afterAll(async () => {
  await log.close()
  await identity.stop()
})

const [newToken, oldToken] = NAMED_TOKENS.map(({ token }) => token)

interface ListedEntry {
  actor: string
  action: string
  target_id: string | null
  outcome: string
  occurred_at: string
}

const listed = async (query: string): Promise<ListedEntry[]> =>
  (await identity.admin('GET', `/admin/audit-log?${query}`)).body.data

test('the log is listed newest first, by actor, action, target and time', async () => {
  const { environment_id: environmentId } = (
    await identity.admin('POST', `/admin/merchants/${identity.merchantId}/environments`, { body: { mode: 'test' } })
  ).body.data
  const keys = `/admin/environments/${environmentId}/keys`
  const { key_id: keyId } = (await identity.admin('POST', keys, { token: oldToken, body: {} })).body.data
  await identity.admin('DELETE', `/admin/keys/${keyId}`)

  const inOrder = async (query: string) => (await listed(query)).map(({ actor, action }) => `${actor} ${action}`)
  expect(await inOrder(`target=${environmentId}`)).toEqual([
    'admin revokeKey',
    'ada createKey',
    'admin createEnvironment',
  ])
  expect(await inOrder(`target=${keyId}`)).toEqual(['admin revokeKey', 'ada createKey'])
  expect(await inOrder(`target=${environmentId}&actor=ada`)).toEqual(['ada createKey'])
  expect(await inOrder(`target=${environmentId}&action=revokeKey`)).toEqual(['admin revokeKey'])
  expect(await inOrder(`target=${identity.merchantId}&limit=3`)).toEqual(await inOrder(`target=${environmentId}`))
  const [, made] = await listed(`target=${keyId}`)
  const at = encodeURIComponent(made?.occurred_at ?? '')
  expect(await inOrder(`target=${environmentId}&since=${at}`)).toContain('admin revokeKey')
  expect(await inOrder(`target=${environmentId}&until=${at}`)).toEqual(['admin createEnvironment'])
  expect(await inOrder('target=env_of_nobody')).toEqual([])
})

test('pages of the log meet without a gap', async () => {
  for (let i = 0; i < 5; i++) await identity.createKey()
  const filters = `action=createKey&target=${identity.environmentId}`
  const whole = await listed(`${filters}&limit=100`)
  const seen: ListedEntry[] = []
  let cursor = ''
  do {
    const { body } = await identity.admin('GET', `/admin/audit-log?${filters}&limit=2${cursor}`)
    seen.push(...body.data)
    cursor = body.meta.next_cursor === null ? '' : `&cursor=${body.meta.next_cursor}`
  } while (cursor !== '')
  expect(seen).toEqual(whole)
  const { body } = await identity.admin('GET', `/admin/audit-log?${filters}&limit=2`)
  const other = await identity.admin('GET', `/admin/audit-log?limit=2&cursor=${body.meta.next_cursor}`)
  expect([other.status, other.body.error.code]).toEqual([400, 'invalid_cursor'])
})

test.each(['since=yesterday', 'limit=0', 'limit=101', 'actor='])('%s is rejected', async (query) => {
  const reply = await identity.admin('GET', `/admin/audit-log?${query}`)
  expect([reply.status, reply.body.error.code]).toEqual([400, 'invalid_parameter'])
})

test('a merchant cannot read the log', async () => {
  expect((await identity.admin('GET', '/admin/audit-log', { token: identity.token })).status).toBe(401)
  expect((await identity.call('GET', '/admin/audit-log')).status).toBe(404)
})

test('the command line lists the log, and names its machine there', async () => {
  const printed: string[] = []
  const write = (text: string) => void printed.push(text)
  const env = { WAYBILL_ADMIN_URL: identity.adminUrl, WAYBILL_ADMIN_TOKEN: newToken }
  const waybill = (...args: string[]) => run(['admin', ...args], { env, out: write, err: write })
  await log.startTest()
  expect(await waybill('merchants', 'create', 'Locksmith')).toBe(0)
  printed.length = 0
  expect(await waybill('audit', '--actor', 'ada', '--limit', '1')).toBe(0)
  expect(printed.join('')).toMatch(/ada +createMerchant +mer_\w+ +– +succeeded/)
  expect((await log.entries())[0]?.user_agent).toMatch(/^waybill-cli \(.+\)$/)
})
