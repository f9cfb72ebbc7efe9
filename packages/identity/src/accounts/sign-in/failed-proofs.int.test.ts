/** Guesses of the password of a member, which the audit log shows, and which do not fill it. */
import { eventually } from '@waybill/testing/eventually'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type AuditEntries, openAuditEntries } from '../../testing/audit-entries.ts'
import { startTestIdentity, type TestIdentity } from '../../testing/running-identity.ts'
import { type SignedIn, signInOwner } from '../../testing/signed-in.ts'

const SESSION = '/api/v1/session'
const password = 'four unrelated words here'
const MOST_ENTRIES = 5
let identity: TestIdentity
let rows: AuditEntries
let owner: SignedIn
beforeAll(async () => {
  identity = await startTestIdentity()
  rows = openAuditEntries(identity)
})
afterAll(async () => {
  await rows?.close()
  await identity?.stop()
})
beforeEach(async () => {
  owner = await signInOwner(identity)
  expect((await owner.call('PATCH', `${SESSION}/user`, { body: { password } })).status).toBe(200)
  await rows.startTest()
})

const signIn = (body: object, headers = {}) => identity.call('POST', SESSION, { token: null, body, headers })

test('a sign-in with a wrong password is in the log of the merchant, with its address; an unknown one is not', async () => {
  await signIn({ email: 'nobody@example.com', password: 'a guess' })
  expect((await signIn({ email: owner.session.user.email, password: 'a guess' })).status).toBe(401)
  await eventually(async () =>
    expect(await rows.entries()).toMatchObject([
      {
        action: 'createSession',
        outcome: 'failed',
        code: 'sign_in_failed',
        actor: owner.userId,
        target_id: owner.userId,
        merchant_id: identity.merchantId,
        address: '127.0.0.1',
      },
    ]),
  )
})

test('wrong passwords in an open session are in the log, and so is the confirmation', async () => {
  const wrong = { password: 'a guess' }
  const change = { password: 'another four unrelated words', current_password: 'a guess' }
  expect((await owner.call('POST', `${SESSION}/confirmation`, { body: wrong })).status).toBe(422)
  expect((await owner.call('PATCH', `${SESSION}/user`, { body: change })).status).toBe(422)
  expect((await owner.call('POST', `${SESSION}/confirmation`, { body: { password } })).status).toBe(204)
  expect(await rows.outcomes()).toEqual([
    ['confirmSession', 'failed', 'validation_error'],
    ['updateUser', 'failed', 'validation_error'],
    ['confirmSession', 'succeeded', null],
  ])
})

test('who guesses on adds no further entries for a while', async () => {
  const statuses: number[] = []
  for (let guess = 0; guess < MOST_ENTRIES + 3; guess += 1)
    statuses.push(
      (await owner.call('POST', `${SESSION}/confirmation`, { body: { password: `guess ${guess}` } })).status,
    )
  expect(statuses).toEqual(statuses.map(() => 422))
  expect(await rows.outcomes()).toHaveLength(MOST_ENTRIES)
})
