/** Authenticator apps and recovery codes. */
import { eventually } from '@waybill/testing/eventually'
import { sql } from 'kysely'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openAuditEntries } from '../../testing/audit-entries.ts'
import { startTestIdentity, type TestIdentity } from '../../testing/running-identity.ts'
import { type SignedIn, signedIn, signInOwner, signInWithLink } from '../../testing/signed-in.ts'
import type { Tenant } from '../../testing/tenants.ts'

const SESSION = '/api/v1/session'
const TOTP_PATH = `${SESSION}/totp`
const password = 'four unrelated words here'
let identity: TestIdentity
let tenant: Tenant
let owner: SignedIn
let rows: ReturnType<typeof openAuditEntries>
beforeAll(async () => {
  identity = await startTestIdentity()
  rows = openAuditEntries(identity)
  tenant = await identity.createTenant()
  owner = await signInOwner(identity)
})
afterAll(async () => {
  await rows?.close()
  await identity?.stop()
})

const getToken = (url: string) => new URL(url).hash.replace('#token=', '')
const post = (path: string, body: unknown, headers = {}) => identity.call('POST', path, { token: null, body, headers })
const getCode = async (reply: Promise<{ status: number; body: { error?: { code: string } } }>) => {
  const { status, body } = await reply
  return [status, body?.error?.code]
}

interface Person extends SignedIn {
  email: string
}

let people = 0
async function join(by = owner): Promise<Person> {
  people += 1
  const email = `person-${people}-${by.userId}@example.com`
  const { body } = await by.call('POST', '/api/v1/team/invitations', { body: { email, role: 'operations' } })
  const acceptance = { token: getToken(body.data.url), name: 'Grace Hill', password }
  return { ...signedIn(identity, await post(`${SESSION}/invitation`, acceptance)), email }
}

/** The code of the app, `steps` time steps from now. */
const codeNow = (secret: string, steps = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * 30_000 })

interface Enrolled extends Person {
  secret: string
  recoveryCodes: string[]
}

/** A member with an app, whose codes until now are unused. */
async function enrol(by = owner): Promise<Enrolled> {
  const person = await join(by)
  const { secret } = (await person.call('POST', TOTP_PATH)).body.data
  const enabled = await person.call('POST', `${TOTP_PATH}/enable`, { body: { code: codeNow(secret) } })
  expect(enabled.status).toBe(200)
  await sql`update totp set last_step = null where user_id = ${person.userId}`.execute(rows.db)
  return { ...person, secret, recoveryCodes: enabled.body.data.recovery_codes }
}

const begin = async ({ email }: Person, headers = {}): Promise<string> => {
  const { status, body } = await post(SESSION, { email, password }, headers)
  expect([status, body.data.factors]).toEqual([202, ['totp', 'recovery_code']])
  return body.data.challenge
}
const finish = (challenge: string, code: string, headers = {}) =>
  post(`${SESSION}/second-factor`, { challenge, code }, headers)

test('an app is on once a code confirms it; then a password alone opens no session', async () => {
  const person = await join()
  const setUp = (await person.call('POST', TOTP_PATH)).body.data
  expect(setUp.url).toMatch(/^otpauth:\/\/totp\/Waybill:person/)
  expect((await post(SESSION, { email: person.email, password })).status).toBe(201)
  expect((await person.call('GET', TOTP_PATH)).body.data).toEqual({
    enabled: false,
    enabled_at: null,
    recovery_codes_left: 0,
  })
  const wrong = await person.call('POST', `${TOTP_PATH}/enable`, { body: { code: codeNow(setUp.secret, 5) } })
  expect([wrong.status, wrong.body.error.details[0].field]).toEqual([422, 'code'])
  const code = codeNow(setUp.secret)
  const enabled = await person.call('POST', `${TOTP_PATH}/enable`, {
    body: { code: `${code.slice(0, 3)} ${code.slice(3)}` },
  })
  const codes: string[] = enabled.body.data.recovery_codes
  expect(new Set(codes).size).toBe(10)
  for (const one of codes) expect(one).toMatch(/^[a-z2-7]{4}(-[a-z2-7]{4}){3}$/)
  expect((await person.call('GET', TOTP_PATH)).body.data).toMatchObject({ enabled: true, recovery_codes_left: 10 })
  expect((await person.call('GET', SESSION)).body.data.user.has_totp).toBe(true)
  expect(await getCode(person.call('POST', TOTP_PATH))).toEqual([409, 'totp_in_use'])
  const begun = await post(SESSION, { email: person.email, password })
  expect([begun.status, begun.headers.getSetCookie()]).toEqual([202, []])
  expect(JSON.stringify(begun.body)).not.toContain(person.userId)
})

test('a code finishes the sign-in once, and the challenge ends with it', async () => {
  const person = await enrol()
  const challenge = await begin(person)
  expect(await getCode(finish(challenge, codeNow(person.secret, 4)))).toEqual([422, 'validation_error'])
  const code = codeNow(person.secret)
  const outcomes = await Promise.all(Array.from({ length: 4 }, () => finish(challenge, code)))
  expect(outcomes.map(({ status }) => status).sort()).toEqual([201, 410, 410, 410])
  const session = signedIn(identity, outcomes.find(({ status }) => status === 201) as (typeof outcomes)[0])
  expect((await session.call('GET', SESSION)).body.data.user.email).toBe(person.email)
  // The same code with a new challenge, and an earlier one.
  const again = await begin(person)
  expect(await getCode(finish(again, code))).toEqual([422, 'validation_error'])
  expect(await getCode(finish(again, codeNow(person.secret, -1)))).toEqual([422, 'validation_error'])
  expect((await finish(again, codeNow(person.secret, 1))).status).toBe(201)
})

test('of two sign-ins with the same code at once, one succeeds', async () => {
  const person = await enrol()
  const challenges = [await begin(person), await begin(person)]
  const code = codeNow(person.secret)
  const outcomes = await Promise.all(challenges.map((challenge) => finish(challenge, code)))
  expect(outcomes.map(({ status }) => status).sort()).toEqual([201, 422])
})

test('a recovery code works once, however it is typed', async () => {
  const person = await enrol()
  const [code = ''] = person.recoveryCodes
  expect((await finish(await begin(person), ` ${code.toUpperCase().replaceAll('-', ' ')} `)).status).toBe(201)
  expect(await getCode(finish(await begin(person), code))).toEqual([422, 'validation_error'])
  expect((await person.call('GET', TOTP_PATH)).body.data.recovery_codes_left).toBe(9)
  const renewed = (await person.call('POST', `${TOTP_PATH}/recovery-codes`)).body.data.recovery_codes
  expect(await getCode(finish(await begin(person), person.recoveryCodes[1] ?? ''))).toEqual([422, 'validation_error'])
  expect((await finish(await begin(person), renewed[0])).status).toBe(201)
})

test('a challenge expires, is nobody else’s, and ends with the password it began with', async () => {
  const [person, other] = [await enrol(), await enrol()]
  const expired = await begin(person)
  await sql`
    update sign_in_challenge set expires_at = now() - interval '1 s' where user_id = ${person.userId}`.execute(rows.db)
  expect(await getCode(finish(expired, codeNow(person.secret)))).toEqual([410, 'challenge_not_valid'])
  expect(await getCode(finish('unknown', codeNow(person.secret)))).toEqual([410, 'challenge_not_valid'])
  expect(await getCode(finish(await begin(other), codeNow(person.secret)))).toEqual([422, 'validation_error'])
  const begun = await begin(person)
  const { data } = (await owner.call('POST', `/api/v1/team/members/${person.userId}/password-reset`)).body
  const reset = await post(`${SESSION}/password-reset`, { token: getToken(data.url), password: `${password} again` })
  // The password is new, the app is still asked for, and the sessions until then have ended.
  expect([reset.status, reset.body.data.factors.length]).toEqual([202, 2])
  expect(await getCode(person.call('GET', SESSION))).toEqual([401, 'session_ended'])
  expect(await getCode(finish(begun, codeNow(person.secret)))).toEqual([410, 'challenge_not_valid'])
  expect((await finish(reset.body.data.challenge, codeNow(person.secret))).status).toBe(201)
})

test('a link asks for the code, too', async () => {
  const person = await enrol()
  const body = { email: person.email }
  const { data } = (await identity.admin('POST', `/admin/merchants/${identity.merchantId}/sign-in-links`, { body }))
    .body
  const begun = await post(`${SESSION}/link`, { token: getToken(data.sign_in_url) })
  expect(begun.status).toBe(202)
  expect(await getCode(post(`${SESSION}/link`, { token: getToken(data.sign_in_url) }))).toEqual([410, 'link_not_valid'])
  expect((await finish(begun.body.data.challenge, codeNow(person.secret))).status).toBe(201)
})

test('guesses of codes are limited for the account; a known browser has a separate limit', async () => {
  const person = await enrol()
  const known = await finish(await begin(person), person.recoveryCodes[0] ?? '')
  const cookie = known.headers
    .getSetCookie()
    .find((text) => text.startsWith('waybill_device_'))
    ?.split(';')[0]
  const challenge = await begin(person)
  await eventually(async () => expect(await getCode(finish(challenge, '000000'))).toEqual([429, 'rate_limited']))
  expect((await finish(challenge, codeNow(person.secret))).status).toBe(429)
  expect((await finish(challenge, codeNow(person.secret), { cookie: cookie ?? '' })).status).toBe(201)
  const { rows: entries } = await sql`
    select distinct outcome, code from audit_entry
    where actor = ${person.userId} and action = 'createSessionWithCode' order by outcome`.execute(rows.db)
  expect(entries).toEqual([
    { outcome: 'failed', code: 'validation_error' },
    { outcome: 'succeeded', code: null },
  ])
})

test('changes need a sign-in or a confirmation of the last ten minutes', async () => {
  const person = await enrol()
  await sql`
    update session set created_at = now() - interval '11 minutes' where session_id = ${person.sessionId}`.execute(
    rows.db,
  )
  const refused = [403, 'confirmation_required']
  const code = { body: { code: codeNow(person.secret) } }
  expect(await getCode(person.call('POST', TOTP_PATH))).toEqual(refused)
  expect(await getCode(person.call('POST', `${TOTP_PATH}/enable`, code))).toEqual(refused)
  expect(await getCode(person.call('POST', `${TOTP_PATH}/disable`, code))).toEqual(refused)
  expect(await getCode(person.call('POST', `${TOTP_PATH}/recovery-codes`))).toEqual(refused)
  const confirm = (body: object) => person.call('POST', `${SESSION}/confirmation`, { body })
  const wrong = await confirm({ password: 'not the password' })
  expect([wrong.status, wrong.body.error.details[0].field]).toEqual([422, 'password'])
  expect((await confirm({})).body.error.details[0].field).toBe('password')
  expect(await getCode(person.call('POST', `${TOTP_PATH}/recovery-codes`))).toEqual(refused)
  expect((await confirm({ password })).status).toBe(204)
  expect((await person.call('POST', `${TOTP_PATH}/recovery-codes`)).status).toBe(200)
  await sql`
    update session set confirmed_at = now() - interval '10 minutes' where session_id = ${person.sessionId}`.execute(
    rows.db,
  )
  expect(await getCode(person.call('POST', `${TOTP_PATH}/recovery-codes`))).toEqual(refused)
})

test('a code turns the app off; the session stays', async () => {
  const person = await enrol()
  const disable = (code: string) => person.call('POST', `${TOTP_PATH}/disable`, { body: { code } })
  expect(await getCode(disable('000000'))).toEqual([422, 'validation_error'])
  expect((await disable(person.recoveryCodes[3] ?? '')).status).toBe(204)
  expect((await disable(person.recoveryCodes[3] ?? '')).status).toBe(204)
  expect((await person.call('GET', SESSION)).body.data.user.has_totp).toBe(false)
  expect((await post(SESSION, { email: person.email, password })).status).toBe(201)
  expect(await getCode(person.call('POST', `${TOTP_PATH}/recovery-codes`))).toEqual([409, 'totp_not_enabled'])
})

test('an owner resets the app of a member of the team, whose sessions end; nobody resets their own', async () => {
  const person = await enrol()
  const florist = await signInOwner(identity, tenant.merchantId)
  const reset = (by: SignedIn, userId: string) => by.call('POST', `/api/v1/team/members/${userId}/second-factor-reset`)
  expect(await getCode(reset(florist, person.userId))).toEqual([404, 'member_not_found'])
  expect(await getCode(reset(person, person.userId))).toEqual([403, 'insufficient_scope'])
  expect(await getCode(reset(owner, owner.userId))).toEqual([409, 'own_second_factor'])
  const listed = (await owner.call('GET', '/api/v1/team/members')).body.data
  expect(listed).toContainEqual(expect.objectContaining({ user_id: person.userId, has_totp: true }))
  expect((await reset(owner, person.userId)).body.data).toMatchObject({ user_id: person.userId, has_totp: false })
  expect(await getCode(person.call('GET', SESSION))).toEqual([401, 'session_ended'])
  expect((await post(SESSION, { email: person.email, password })).status).toBe(201)
})

test('the operator resets the app of the last owner', async () => {
  const florist = await signInOwner(identity, tenant.merchantId)
  const { secret } = (await florist.call('POST', TOTP_PATH)).body.data
  await florist.call('POST', `${TOTP_PATH}/enable`, { body: { code: codeNow(secret) } })
  const body = { email: florist.session.user.email }
  const reset = (merchantId: string) =>
    getCode(identity.admin('POST', `/admin/merchants/${merchantId}/second-factor-resets`, { body }))
  expect(await reset(identity.merchantId)).toEqual([404, 'route_not_found'])
  expect(await reset(tenant.merchantId)).toEqual([200, undefined])
  expect(await getCode(florist.call('GET', SESSION))).toEqual([401, 'session_ended'])
  const path = `/admin/merchants/${tenant.merchantId}/sign-in-links`
  const { data } = (await identity.admin('POST', path, { body })).body
  expect((await signInWithLink(identity, data.sign_in_url)).session.user.has_totp).toBe(false)
  const { data: entries } = (await identity.admin('GET', `/admin/audit-log?target=${florist.userId}&limit=100`)).body
  expect(entries).toContainEqual(expect.objectContaining({ actor: 'admin', action: 'resetSecondFactor' }))
})

test('the secret is encrypted, the codes are hashed, and every change is in the audit log', async () => {
  const person = await enrol()
  const { rows: stored } = await sql<{ text: string }>`
    select (select string_agg(totp::text, '') from totp) || (select string_agg(recovery_code::text, '') from recovery_code)
      || coalesce((select string_agg(sign_in_challenge::text, '') from sign_in_challenge), '') as text`.execute(rows.db)
  const text = stored[0]?.text ?? ''
  const hex = (value: string) => Buffer.from(value).toString('hex')
  for (const secret of [person.secret, ...person.recoveryCodes, await begin(person)]) {
    expect(text).not.toContain(secret)
    expect(text).not.toContain(hex(secret))
    expect(identity.logged.join('\n')).not.toContain(secret)
  }
  await person.call('POST', `${TOTP_PATH}/recovery-codes`)
  await person.call('POST', `${TOTP_PATH}/disable`, { body: { code: codeNow(person.secret) } })
  await owner.call('POST', `/api/v1/team/members/${person.userId}/second-factor-reset`)
  const { rows: entries } = await sql<{ action: string; actor: string }>`
    select action, actor from audit_entry where target_id = ${person.userId} order by position`.execute(rows.db)
  expect(entries).toEqual([
    ...['setUpTotp', 'enableTotp', 'createSession', 'renewRecoveryCodes', 'disableTotp'].map((action) => ({
      action,
      actor: person.userId,
    })),
    { action: 'resetSecondFactor', actor: owner.userId },
  ])
})
