/** Things that a member or a key made end with the right to make them: the cases that the table in docs/security.md leaves out. */
import type { Role } from '@waybill/contracts/requests/roles'
import { eventually } from '@waybill/testing/eventually'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openAuditEntries } from '../../testing/audit-entries.ts'
import { startTestIdentity, type TestIdentity } from '../../testing/running-identity.ts'
import { type SignedIn, signedIn, signInOwner } from '../../testing/signed-in.ts'

const MEMBERS = '/api/v1/team/members'
const INVITATIONS = '/api/v1/team/invitations'
const KEYS = '/api/v1/api-keys'
const password = 'four unrelated words here'
let identity: TestIdentity
let owner: SignedIn
let rows: ReturnType<typeof openAuditEntries>
beforeAll(async () => {
  identity = await startTestIdentity()
  rows = openAuditEntries(identity)
  owner = await signInOwner(identity)
})
afterAll(async () => {
  await rows?.close()
  await identity?.stop()
})

const post = (path: string, body: unknown) => identity.call('POST', path, { token: null, body })
const getToken = (url: string) => new URL(url).hash.replace('#token=', '')

let people = 0
async function join(role: Role, by = owner): Promise<SignedIn & { email: string }> {
  people += 1
  const email = `leaver-${people}@example.com`
  const { body } = await by.call('POST', INVITATIONS, { body: { email, role } })
  const acceptance = { token: getToken(body.data.url), name: 'Grace Hill', password }
  return { ...signedIn(identity, await post('/api/v1/session/invitation', acceptance)), email }
}

const change = async (member: SignedIn, body: object) => {
  const reply = await owner.call('PATCH', `${MEMBERS}/${member.userId}`, { body })
  expect(reply.status).toBe(200)
}
const deactivate = (member: SignedIn) => change(member, { active: false })

interface Key {
  key_id: string
  access_token: string
}
const makeKey = async (by: SignedIn | Key, body: object = {}): Promise<Key> => {
  const call = 'call' in by ? by.call : identity.call
  const token = 'access_token' in by ? by.access_token : null
  const reply = await call('POST', KEYS, { token, body: { name: 'Made', ...body } })
  if (reply.status !== 201) throw new Error(reply.text)
  return reply.body.data
}
const statusWith = async (token: string) => (await identity.call('GET', '/api/v1/shipments', { token })).status
const MANAGER = { scopes: ['shipments:read', 'api_keys:read', 'api_keys:write'] }

async function suspended<T>(path: string, during: () => Promise<T>): Promise<T> {
  expect((await identity.admin('POST', `${path}/suspend`, { body: { reason: 'Unpaid' } })).status).toBe(200)
  try {
    return await during()
  } finally {
    await identity.admin('POST', `${path}/resume`)
  }
}

test('API keys that exceed the new role of their maker are revoked, others stay', async () => {
  const member = await join('owner')
  const all = await makeKey(member)
  const reading = await makeKey(member, { scopes: ['shipments:read'] })
  await change(member, { role: 'support' })
  expect([await statusWith(all.access_token), await statusWith(reading.access_token)]).toEqual([401, 200])
})

test('API keys pass to the owner who keeps them, and end with that owner', async () => {
  const [leaver, heir] = [await join('owner'), await join('owner')]
  const key = await makeKey(leaver)
  const kept = await heir.call('PATCH', `${MEMBERS}/${leaver.userId}`, { body: { active: false, keep_api_keys: true } })
  expect(kept.status).toBe(200)
  expect(await statusWith(key.access_token)).toBe(200)
  const shown = await heir.call('GET', `${KEYS}/${key.key_id}`)
  expect(shown.body.data.created_by).toBe(heir.userId)
  await deactivate(heir)
  expect(await statusWith(key.access_token)).toBe(401)
})

test('keys of keys end with the member or the key that made them, at any depth', async () => {
  const member = await join('owner')
  const first = await makeKey(member, MANAGER)
  const second = await makeKey(first, MANAGER)
  const third = await makeKey(second, { scopes: ['shipments:read'] })
  const statuses = () => Promise.all([first, second, third].map((one) => statusWith(one.access_token)))
  expect(await suspended(`/admin/keys/${first.key_id}`, statuses)).toEqual([403, 403, 403])
  expect(await statuses()).toEqual([200, 200, 200])
  expect((await member.call('DELETE', `${KEYS}/${second.key_id}`)).status).toBe(204)
  expect(await statuses()).toEqual([200, 401, 401])
  const again = await makeKey(first)
  await deactivate(member)
  expect([...(await statuses()), await statusWith(again.access_token)]).toEqual([401, 401, 401, 401])
})

test('keys of keys and a successor work on when a key that has rotated itself is revoked', async () => {
  const member = await join('owner')
  const key = await makeKey(member, MANAGER)
  const made = await makeKey(key)
  const rotated = await identity.call('POST', `${KEYS}/${key.key_id}/rotate`, { token: key.access_token })
  const successor: Key = rotated.body.data
  await member.call('DELETE', `${KEYS}/${key.key_id}`)
  const statuses = () => Promise.all([key, successor, made].map((one) => statusWith(one.access_token)))
  expect(await statuses()).toEqual([401, 200, 200])
  await deactivate(member)
  expect(await statuses()).toEqual([401, 401, 401])
})

test('keys of keys end with the member also when one of them has rotated the key that made it', async () => {
  const member = await join('owner')
  const first = await makeKey(member, MANAGER)
  const made = await makeKey(first, MANAGER)
  const path = `${KEYS}/${first.key_id}/rotate`
  const rotated = await identity.call('POST', path, { token: made.access_token, body: { overlap_seconds: 0 } })
  expect(rotated.body.data.created_by).toBe(member.userId)
  await deactivate(member)
  const left = [made, rotated.body.data as Key].map((one) => statusWith(one.access_token))
  expect(await Promise.all(left)).toEqual([401, 401])
})

test('API keys are not kept by the member who steps down', async () => {
  const member = await join('owner')
  const kept = await member.call('PATCH', `${MEMBERS}/${member.userId}`, {
    body: { role: 'support', keep_api_keys: true },
  })
  expect([kept.status, kept.body.error.details[0].pointer]).toEqual([422, '/keep_api_keys'])
})

type Work = () => ReturnType<SignedIn['call']>

/** Runs both at once: they wait for the row of the member or of the key, and get it in this order. */
const inOrder = (maker: SignedIn | Key, first: Work, second: Work) =>
  rows.admin
    .transaction()
    .execute(async (trx) => {
      await ('userId' in maker
        ? sql`select 1 from member where user_id = ${maker.userId} for update`
        : sql`select 1 from api_key where key_id = ${maker.key_id} for update`
      ).execute(trx)
      const begun: ReturnType<Work>[] = []
      for (const work of [first, second]) {
        begun.push(work())
        await eventually(async () => expect(await countWaiting()).toBe(begun.length))
      }
      return { begun }
    })
    .then(({ begun }) => Promise.all(begun))

async function countWaiting(): Promise<number> {
  const { rows: found } = await sql<{ count: string }>`
    select count(*) from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(rows.db)
  return Number(found[0]?.count)
}

const opensLink = async ({ url }: { url: string }) =>
  (await post('/api/v1/session/link/account', { token: getToken(url) })).status === 200

/** Things that an owner makes, and whether each opens anything. */
const makings: [
  what: string,
  make: (maker: SignedIn, other: SignedIn) => ReturnType<Work>,
  opens: (made: Key & { url: string }) => Promise<boolean>,
][] = [
  [
    'an API key',
    (maker) => maker.call('POST', KEYS, { body: { name: 'Last' } }),
    async (key) => (await statusWith(key.access_token)) === 200,
  ],
  [
    'an invitation',
    (maker) => maker.call('POST', INVITATIONS, { body: { email: `${maker.userId}@example.net`, role: 'owner' } }),
    opensLink,
  ],
  ['a link for another', (maker, other) => maker.call('POST', `${MEMBERS}/${other.userId}/password-reset`), opensLink],
]

test.each(makings)('%s does not outlive its maker, who is deactivated at the same moment', async (_, make, opens) => {
  const other = await signInOwner(identity)
  for (const isMadeFirst of [true, false]) {
    const maker = await signInOwner(identity)
    const end = () => owner.call('PATCH', `${MEMBERS}/${maker.userId}`, { body: { active: false } })
    const making = () => make(maker, other)
    const [first, second] = await inOrder(maker, ...(isMadeFirst ? ([making, end] as const) : ([end, making] as const)))
    expect([first?.status, second?.status]).toEqual(isMadeFirst ? [201, 200] : [200, 401])
    if (isMadeFirst) expect(await opens(first?.body.data)).toBe(false)
  }
})

test('a key that is suspended while it makes another, or with its maker, leaves no key that works', async () => {
  const first = await makeKey(owner, MANAGER)
  const second = await makeKey(first, MANAGER)
  const token = second.access_token
  const making = () => identity.call('POST', KEYS, { token, body: { name: 'Made' } })
  for (const suspendedKey of [first, second]) {
    const path = `/admin/keys/${suspendedKey.key_id}`
    const suspending = () => identity.admin('POST', `${path}/suspend`, { body: { reason: 'Unpaid' } })
    const [made] = await inOrder(second, making, suspending)
    expect([made?.status, await statusWith(made?.body.data.access_token)]).toEqual([201, 403])
    await identity.admin('POST', `${path}/resume`)
    const [, refused] = await inOrder(second, suspending, making)
    expect([refused?.status, refused?.body.error?.code]).toEqual([403, 'access_suspended'])
    await identity.admin('POST', `${path}/resume`)
  }
})

const changeKey = ({ key_id }: Key, verb: 'suspend' | 'resume') =>
  identity.admin('POST', `/admin/keys/${key_id}/${verb}`, { body: verb === 'suspend' ? { reason: 'Unpaid' } : {} })

test('a key that one operator suspends stays so when another one resumes its maker at the same moment', async () => {
  const first = await makeKey(owner, MANAGER)
  const second = await makeKey(first, MANAGER)
  const third = await makeKey(second)
  const suspending = () => changeKey(second, 'suspend')
  const resuming = () => changeKey(first, 'resume')
  for (const [one, other] of [
    [suspending, resuming],
    [resuming, suspending],
  ] as const) {
    await changeKey(first, 'suspend')
    expect((await inOrder(second, one, other)).map(({ status }) => status)).toEqual([200, 200])
    const statuses = [first, second, third].map((key) => statusWith(key.access_token))
    expect(await Promise.all(statuses)).toEqual([200, 403, 403])
    await changeKey(second, 'resume')
  }
})

test('a key works again when neither it nor any key of its line is suspended', async () => {
  const first = await makeKey(owner, MANAGER)
  const second = await makeKey(first, MANAGER)
  const third = await makeKey(second)
  const statuses = () => Promise.all([first, second, third].map((one) => statusWith(one.access_token)))
  const change = async (key: Key, verb: 'suspend' | 'resume') => (await changeKey(key, verb)).status
  for (const [one, other] of [
    [first, second],
    [second, first],
  ] as const) {
    expect([await change(one, 'suspend'), await change(other, 'suspend')]).toEqual([200, 200])
    expect([await change(third, 'resume'), await change(second, 'resume')]).toEqual([409, 409])
    expect(await statuses()).toEqual([403, 403, 403])
    expect(await change(first, 'resume')).toBe(200)
    expect(await statuses()).toEqual([200, 403, 403])
    expect(await change(second, 'resume')).toBe(200)
    expect(await statuses()).toEqual([200, 200, 200])
  }
})

test.each<[what: string, change: (maker: SignedIn, other: SignedIn) => ReturnType<Work>]>([
  [
    'makes nobody an owner',
    (maker, other) => maker.call('PATCH', `${MEMBERS}/${other.userId}`, { body: { role: 'owner' } }),
  ],
  [
    'enters no identity provider',
    (maker) =>
      maker.call('POST', '/api/v1/team/oidc-providers', {
        body: { issuer: 'https://127.0.0.1:1', client_id: 'waybill', client_secret: 'secret' },
      }),
  ],
  ['unlinks no member', (maker, other) => maker.call('DELETE', `${MEMBERS}/${other.userId}/oidc-identity`)],
  ['removes no second factor', (maker, other) => maker.call('POST', `${MEMBERS}/${other.userId}/second-factor-reset`)],
])('an owner who was deactivated a moment before %s', async (_, work) => {
  const [maker, other] = [await signInOwner(identity), await signInOwner(identity)]
  const end = () => owner.call('PATCH', `${MEMBERS}/${maker.userId}`, { body: { active: false } })
  const [ended, refused] = await inOrder(maker, end, () => work(maker, other))
  expect([ended?.status, refused?.status]).toEqual([200, 401])
})
