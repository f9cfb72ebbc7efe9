/** Walks the table of leavers in docs/security.md: what becomes of each thing when its maker leaves or is suspended. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type SignedIn, signInOwner } from '../../testing/signed-in.ts'
import {
  newPerson,
  OIDC,
  PROVIDERS,
  type SingleSignOn,
  startSingleSignOn,
  type Team,
} from '../../testing/single-sign-on.ts'

const MEMBERS = '/api/v1/team/members'
const KEYS = '/api/v1/api-keys'
const SESSION = '/api/v1/session'
const DRIVER_TOKEN = `wb_driver_${'A'.repeat(43)}`
const password = 'four unrelated words here'
const security = readFileSync(join(import.meta.dirname, '../../../../../docs/security.md'), 'utf8')

let sso: SingleSignOn
beforeAll(async () => {
  sso = await startSingleSignOn()
})
afterAll(() => sso?.stop())

const getToken = (url: string) => new URL(url).hash.replace('#token=', '')
const getData = ({ status, body, text }: Awaited<ReturnType<SignedIn['call']>>) => {
  if (status >= 300) throw new Error(text)
  return body?.data
}
const statusWith = async (token: string, path = '/api/v1/shipments') =>
  (await sso.identity.call('GET', path, { token })).status
const isStatus = async (reply: Promise<{ status: number }>, ...wanted: number[]) =>
  wanted.includes((await reply).status)

/** Everything that a leaver has made or been given. Each function checks whether the thing opens something; the one of a one-time link uses it. */
interface World {
  team: Team
  environmentId: string
  leaver: SignedIn
  keyId: string
  isOpen: Record<string, () => Promise<boolean>>
}

const inTest =
  (session: SignedIn, environmentId: string): SignedIn['call'] =>
  (method, path, options) =>
    session.call(method, path, { ...options, headers: { 'waybill-environment': environmentId, ...options?.headers } })

async function makeWorld(): Promise<World> {
  const { identity, post } = sso
  const team = await sso.newTeam()
  const { owner, merchantId } = team
  const environmentId: string = owner.session.environments.find(
    (one: { livemode: boolean }) => !one.livemode,
  ).environment_id
  const [leaver, other] = [await signInOwner(identity, merchantId), await signInOwner(identity, merchantId)]
  const call = inTest(leaver, environmentId)
  const { email } = leaver.session.user
  const signInLink = async () =>
    getToken(
      getData(await identity.admin('POST', `/admin/merchants/${merchantId}/sign-in-links`, { body: { email } }))
        .sign_in_url,
    )

  const { secret } = getData(await call('POST', `${SESSION}/totp`))
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate()
  const { recovery_codes } = getData(await call('POST', `${SESSION}/totp/enable`, { body: { code } }))
  const { challenge } = getData(await post(`${SESSION}/link`, { token: await signInLink() }))
  const ownLink = await signInLink()
  const reset = getData(await call('POST', `${MEMBERS}/${other.userId}/password-reset`))
  const invitation = getData(
    await call('POST', '/api/v1/team/invitations', {
      body: { email: `back-${leaver.userId}@example.com`, role: 'owner' },
    }),
  )
  const scopes = ['shipments:read', 'shipments:write']
  const key = getData(
    await call('POST', KEYS, { body: { name: 'Made', scopes: [...scopes, 'api_keys:read', 'api_keys:write'] } }),
  )
  const keyOfKey = getData(
    await identity.call('POST', KEYS, { token: key.access_token, body: { name: 'Made', scopes } }),
  )
  const issued = await identity.call('POST', '/oauth/token', {
    token: null,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    raw: `grant_type=client_credentials&client_id=${key.key_id}&client_secret=${key.access_token}`,
  })
  const provider = getData(await call('POST', PROVIDERS, { body: team.settings() }))
  const signed = `/api/v1/bookings/bkg_01m8gzapwze8gs9anjgmr56y2z/label?environment=${environmentId}&signature=s`
  identity.resources.driver = { driverId: 'drv_1', environmentId }
  const isOpen: World['isOpen'] = {
    sessions: () => isStatus(call('GET', '/api/v1/shipments'), 200),
    'unfinished sign-ins': () =>
      isStatus(post(`${SESSION}/second-factor`, { challenge, code: recovery_codes[0] }), 201),
    'links for the member': () => isStatus(post(`${SESSION}/link`, { token: ownLink }), 202),
    'links for others': () =>
      isStatus(post(`${SESSION}/password-reset`, { token: getToken(reset.url), password }), 201),
    invitations: () =>
      isStatus(post(`${SESSION}/invitation`, { token: getToken(invitation.url), name: 'Back again', password }), 201),
    'API keys': async () => (await statusWith(key.access_token)) === 200,
    'keys of keys': async () => (await statusWith(keyOfKey.access_token)) === 200,
    'access tokens': async () => (await statusWith(issued.body.access_token)) === 200,
    'the identity provider': async () => {
      if (!(await isStatus(post(OIDC, { provider_id: provider.provider_id }), 200))) return false
      return isStatus(
        team.signIn(provider.provider_id, newPerson({ email: owner.session.user.email, sub: 'the owner' })),
        201,
      )
    },
    'signed URLs': () => isStatus(identity.call('GET', signed, { token: null }), 200),
    "drivers' tokens": async () => (await statusWith(DRIVER_TOKEN, '/api/v1/driver')) === 200,
  }
  return { team, environmentId, leaver, keyId: key.key_id, isOpen }
}

const change = async ({ team, leaver }: World, body: object) =>
  getData(await team.owner.call('PATCH', `${MEMBERS}/${leaver.userId}`, { body }))
const atAdmin = async (path: string, body = {}) => getData(await sso.identity.admin('POST', path, { body }))

/** The columns of the table: what happens, and how it is undone, if it can be. */
const events: Record<string, { happen(world: World): Promise<unknown>; undo?(world: World): Promise<unknown> }> = {
  deactivated: {
    happen: (world) => change(world, { active: false }),
    undo: (world) => change(world, { active: true }),
  },
  'support role': {
    happen: (world) => change(world, { role: 'support' }),
    undo: (world) => change(world, { role: 'owner' }),
  },
  erased: {
    happen: ({ team, leaver }) =>
      atAdmin(`/admin/merchants/${team.merchantId}/member-erasures`, { user_id: leaver.userId }),
  },
  'key revoked': {
    happen: async ({ leaver, environmentId, keyId }) =>
      getData(await inTest(leaver, environmentId)('DELETE', `${KEYS}/${keyId}`)),
  },
  'key suspended': {
    happen: ({ keyId }) => atAdmin(`/admin/keys/${keyId}/suspend`, { reason: 'Unpaid' }),
    undo: ({ keyId }) => atAdmin(`/admin/keys/${keyId}/resume`),
  },
  'environment suspended': {
    happen: ({ environmentId }) => atAdmin(`/admin/environments/${environmentId}/suspend`, { reason: 'Unpaid' }),
    undo: ({ environmentId }) => atAdmin(`/admin/environments/${environmentId}/resume`),
  },
  'merchant suspended': {
    happen: ({ team }) => atAdmin(`/admin/merchants/${team.merchantId}/suspend`, { reason: 'Unpaid' }),
    undo: ({ team }) => atAdmin(`/admin/merchants/${team.merchantId}/resume`),
  },
}

/** A thing that is refused opens again afterwards; one that has ended does not. */
async function walk(world: World, { happen, undo }: (typeof events)[string]): Promise<Record<string, string>> {
  await happen(world)
  const found: Record<string, string> = {}
  for (const [kind, isOpen] of Object.entries(world.isOpen)) found[kind] = (await isOpen()) ? 'stay' : 'end'
  await undo?.(world)
  for (const [kind, isOpen] of Object.entries(world.isOpen))
    if (undo && found[kind] === 'end' && (await isOpen())) found[kind] = 'refused'
  return found
}

const [header = [], , ...rows] = security
  .slice(security.indexOf('**Leaving.**'), security.indexOf('**Audit log of the team.**'))
  .split('\n')
  .filter((line) => line.startsWith('|'))
  .map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  )

test('the table has a column for each event', () => {
  expect(header.slice(1)).toEqual(Object.keys(events))
})

test.each(Object.keys(events))('%s: each thing is as the table says', async (name) => {
  const column = header.indexOf(name)
  const wanted = Object.fromEntries(rows.map((row) => [row[0], row[column]]))
  expect(await walk(await makeWorld(), events[name] as (typeof events)[string])).toEqual(wanted)
})
