/** Deletion of ended sessions, one-time links, invitations and challenges. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hashToken } from '../credentials/token.ts'
import { openAuditEntries } from '../testing/audit-entries.ts'
import { startTestIdentity, type TestIdentity } from '../testing/running-identity.ts'
import { type SignedIn, signInOwner } from '../testing/signed-in.ts'
import { pruneInvitations } from './invitations/repository.ts'
import { pruneLinks } from './links/repository.ts'
import { pruneSessions } from './sessions/repository.ts'
import { pruneChallenges } from './sign-in/challenge-repository.ts'

let identity: TestIdentity
let rows: ReturnType<typeof openAuditEntries>
let owner: SignedIn
beforeAll(async () => {
  identity = await startTestIdentity()
  rows = openAuditEntries(identity)
  owner = await signInOwner(identity)
})
afterAll(async () => {
  await rows?.close()
  await identity?.stop()
})

/** New owners, in the order of their sessions. */
const signInOwners = async (count: number) => {
  const owners: SignedIn[] = []
  for (let index = 0; index < count; index += 1) owners.push(await signInOwner(identity))
  return owners
}

test('sessions are deleted 30 days after their end', async () => {
  const sessions = await signInOwners(4)
  const [revoked, expired, lately] = sessions.map(({ sessionId }) => sessionId)
  await sql`update session set revoked_at = now() - interval '31 days' where session_id = ${revoked}`.execute(rows.db)
  await sql`update session set expires_at = now() - interval '31 days' where session_id = ${expired}`.execute(rows.db)
  await sql`update session set revoked_at = now() - interval '29 days' where session_id = ${lately}`.execute(rows.db)
  expect(await pruneSessions(rows.db, 30)).toBe(2)
  const { rows: left } = await sql`select session_id from session order by session_id`.execute(rows.db)
  expect(left).toEqual([owner, ...sessions.slice(2)].map(({ sessionId }) => ({ session_id: sessionId })))
})

test('one-time links are deleted a day after they have expired, used or not', async () => {
  const [used, unused, lately] = await signInOwners(3)
  await sql`update one_time_link set used_at = null where user_id = ${unused?.userId}`.execute(rows.db)
  await sql`
    update one_time_link set expires_at = now() - interval '25 hours'
    where user_id in (${used?.userId}, ${unused?.userId})`.execute(rows.db)
  await sql`
    update one_time_link set expires_at = now() - interval '23 hours' where user_id = ${lately?.userId}`.execute(
    rows.db,
  )
  expect(await pruneLinks(rows.db, 1)).toBe(2)
  const { rows: left } = await sql<{ user_id: string }>`select user_id from one_time_link`.execute(rows.db)
  const users = left.map(({ user_id }) => user_id)
  expect(users).toContain(owner.userId)
  expect(users).toContain(lately?.userId)
  expect(users).not.toContain(used?.userId)
  expect(users).not.toContain(unused?.userId)
})

test('challenges are deleted when they have expired', async () => {
  const challenge = async () => {
    const reply = await identity.call('POST', '/api/v1/session/passkey/options', { token: null })
    return hashToken(reply.body.data.options.challenge)
  }
  const [expired, open] = [await challenge(), await challenge()]
  await sql`
    update sign_in_challenge set expires_at = now() - interval '1 s' where challenge_hash = ${expired}`.execute(rows.db)
  expect(await pruneChallenges(rows.db, 0)).toBe(1)
  const { rows: left } = await sql`select challenge_hash from sign_in_challenge`.execute(rows.db)
  expect(left).toEqual([{ challenge_hash: open }])
})

test('invitations are deleted a day after they have expired', async () => {
  const invite = async (email: string) =>
    (await owner.call('POST', '/api/v1/team/invitations', { body: { email, role: 'support' } })).body.data
  const emails = ['expired@example.com', 'lately@example.com', 'open@example.com']
  for (const email of emails) await invite(email)
  const expire = (email: string | undefined, hours: number) =>
    sql`update invitation set expires_at = now() - ${hours} * interval '1 hour' where email = ${email}`.execute(rows.db)
  await expire(emails[0], 25)
  await expire(emails[1], 23)
  expect(await pruneInvitations(rows.db, 1)).toBe(1)
  const { rows: left } = await sql`select email from invitation order by email`.execute(rows.db)
  expect(left).toEqual(emails.slice(1).map((email) => ({ email })))
})
