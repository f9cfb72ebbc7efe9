/** The rights of each role of a team on every route. */
import { scopeForMembers } from '@waybill/contracts/requests/operation'
import { type Role, roles, scopesOfRole } from '@waybill/contracts/requests/roles'
import { type SignedIn, signedIn, signInOwner } from '@waybill/identity/testing/signed-in'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { routeTable } from '../routes/table.ts'
import { startTestGateway, type TestGateway } from '../testing/running-gateway.ts'

let gateway: TestGateway
let owner: SignedIn
beforeAll(async () => {
  gateway = await startTestGateway()
  owner = await signInOwner(gateway)
})
afterAll(() => gateway.stop())

/** Invites a person, who accepts. */
async function join(role: Role): Promise<SignedIn> {
  const invitation = { email: `${role}@example.com`, role }
  const { body } = await owner.call('POST', '/api/v1/team/invitations', { body: invitation })
  const token = new URL(body.data.url).hash.replace('#token=', '')
  const acceptance = { token, name: 'Grace Hill', password: 'four unrelated words here' }
  return signedIn(gateway, await gateway.call('POST', '/api/v1/session/invitation', { token: null, body: acceptance }))
}

test.each(roles)('a member with the role %s can call what the role allows, and nothing else', async (role) => {
  const member = role === 'owner' ? owner : await join(role)
  const allowed = scopesOfRole(role, { livemode: false })
  const live = scopesOfRole(role, { livemode: true })
  for (const { access, method, path, operationId } of routeTable) {
    const scope = scopeForMembers(access)
    if (scope === null || access.kind === 'token_or_signature') continue
    const isAllowed = (access.kind === 'session' ? live : allowed).has(scope)
    const raw = method === 'GET' ? undefined : 'not JSON'
    // Refused after the check of the scope: no handler runs.
    const { status, body } = await member.call(method, path.replaceAll(/\{\w+\}/g, 'x'), {
      raw,
      headers: { accept: 'a/b' },
    })
    const answer = [operationId, status, body.error.code]
    if (isAllowed) expect(answer).toEqual([operationId, 406, 'not_acceptable'])
    else expect(answer).toEqual([operationId, 403, 'insufficient_scope'])
  }
})
