import { screen, waitFor, within } from '@testing-library/react'
import type { Invitation, Member } from '@waybill/sdk'
import { expect, test } from 'vitest'
import { type Answers, created, failure, gone, invalid, list } from '../../../testing/api.ts'
import { aKey } from '../../../testing/developers.ts'
import { openScreen } from '../../../testing/screen.tsx'
import { aSession, READER_SCOPES } from '../../../testing/session.ts'
import { aColleague, aMember, anInvitation } from '../../../testing/settings.ts'

const PATH = '/settings/team'
const LINK = 'http://localhost/console/accept-invitation#token=abc'

const toTeam = (members: readonly Member[], invitations: readonly Invitation[] = []): Answers => ({
  'GET /team/members': () => list(members),
  'GET /team/invitations': () => list(invitations),
})
const toRow = async (email: string) => {
  const row = (await screen.findByText(email)).closest('tr')
  if (!row) throw new Error(`${email} is in no table.`)
  return within(row)
}

test('an invitation is a link that is shown once, and a wrong address is named', async () => {
  const invitations: Invitation[] = []
  const page = await openScreen(PATH, {
    answers: {
      ...toTeam([aMember()], invitations),
      'POST /team/invitations': ({ body }) => {
        if (body.email !== 'olu@example.com') return invalid({ '/email': 'must be an e-mail address' })
        invitations.push(anInvitation(body))
        return created({ ...anInvitation(body), url: LINK })
      },
    },
  })
  await screen.findByText('Nobody is invited')
  await page.fill(screen.getByLabelText('E-mail'), 'olu')
  await page.user.selectOptions(screen.getByLabelText('Role'), 'support')
  await page.user.click(screen.getByRole('button', { name: 'Make a link' }))
  await screen.findByText('1 field is wrong')
  expect(screen.getByLabelText('E-mail').getAttribute('aria-invalid')).toBe('true')

  await page.fill(screen.getByLabelText('E-mail'), 'olu@example.com')
  await page.user.click(screen.getByRole('button', { name: 'Make a link' }))
  const dialog = await screen.findByRole('dialog', { name: 'Send this link' })
  within(dialog).getByText(LINK)
  await page.user.click(within(dialog).getByRole('button', { name: 'Done' }))
  await waitFor(() => expect(screen.queryByText(LINK)).toBeNull())
  within(screen.getByRole('region', { name: 'Open invitations' })).getByText('olu@example.com')
  expect(page.api.sentTo('POST /team/invitations').at(-1)).toEqual({ email: 'olu@example.com', role: 'support' })
  expect(screen.getByLabelText<HTMLInputElement>('E-mail').value).toBe('')
})

test('an invitation is revoked', async () => {
  const invitations = [anInvitation()]
  const page = await openScreen(PATH, {
    answers: {
      ...toTeam([aMember()], invitations),
      'DELETE /team/invitations/:id': () => {
        invitations.pop()
        return gone()
      },
    },
  })
  await screen.findByText('olu@example.com')
  await page.user.click(screen.getByRole('button', { name: 'Revoke' }))
  await screen.findByText('Nobody is invited')
})

test('an owner changes the role of others, deactivates and activates them, but not the own account', async () => {
  let colleague = aColleague()
  const page = await openScreen(PATH, {
    answers: {
      'GET /team/members': () => list([aMember(), colleague]),
      'GET /team/invitations': list([]),
      'GET /api-keys': list([]),
      'PATCH /team/members/:id': ({ body }) => {
        colleague = { ...colleague, ...body }
        return colleague
      },
    },
  })
  const own = await toRow('ada@example.com')
  expect(own.queryAllByRole('button')).toEqual([])
  expect(own.queryByRole('combobox')).toBeNull()

  await page.user.selectOptions((await toRow('sam@example.com')).getByLabelText('Role of Sam Reader'), 'developer')
  await waitFor(() => expect(colleague.role).toBe('developer'))
  const deactivate = (await toRow('sam@example.com')).getByRole<HTMLButtonElement>('button', { name: 'Deactivate' })
  await waitFor(() => expect(deactivate.disabled).toBe(false))
  await page.user.click(deactivate)
  await page.user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Deactivate' }))
  await (await toRow('sam@example.com')).findByText('deactivated')
  const row = await toRow('sam@example.com')
  // Somebody without an account has no role to change and no password to set.
  expect(row.queryByRole('combobox')).toBeNull()
  expect(row.queryByRole('button', { name: 'New password' })).toBeNull()
  await page.user.click(row.getByRole('button', { name: 'Activate' }))
  await waitFor(async () => expect((await toRow('sam@example.com')).queryByText('deactivated')).toBeNull())
  expect(page.api.sentTo('PATCH /team/members/:id')).toEqual([
    { role: 'developer' },
    { active: false },
    { active: true },
  ])
})

test('before a member is deactivated, the API keys that the member made are shown, and can be kept', async () => {
  const colleague = aColleague()
  const keys = [
    aKey({ key_id: 'key_4', name: 'Of the second', created_by: 'key_3' }),
    aKey({ key_id: 'key_3', name: 'Of the first', created_by: 'key_1', status: 'expired' }),
    aKey({ key_id: 'key_2', name: 'Of somebody else', created_by: 'usr_other' }),
    aKey({ key_id: 'key_1', name: 'Shop', created_by: colleague.user_id }),
  ]
  const page = await openScreen(PATH, {
    answers: {
      ...toTeam([aMember(), colleague]),
      'GET /api-keys': () => list(keys),
      'PATCH /team/members/:id': () => ({ ...colleague, active: false }),
    },
  })
  await page.user.selectOptions((await toRow('sam@example.com')).getByLabelText('Role of Sam Reader'), 'developer')
  const change = within(await screen.findByRole('alertdialog', { name: 'Change the role of Sam Reader?' }))
  await page.user.click(change.getByRole('button', { name: 'Go back' }))
  expect(page.api.sentTo('PATCH /team/members/:id')).toEqual([])

  await page.user.click((await toRow('sam@example.com')).getByRole('button', { name: 'Deactivate' }))
  const question = within(await screen.findByRole('alertdialog', { name: 'Deactivate Sam Reader?' }))
  const shown = within(question.getByRole('list', { name: 'API keys' })).getAllByRole('listitem')
  expect(shown.map(({ textContent }) => textContent)).toEqual(['Shop (Sandbox)', 'Of the second (Sandbox)'])
  await page.user.click(question.getByRole('checkbox', { name: 'Keep them working. I answer for them.' }))
  await page.user.click(question.getByRole('button', { name: 'Deactivate' }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(page.api.sentTo('PATCH /team/members/:id')).toEqual([{ active: false, keep_api_keys: true }])
})

test('what the API refuses to change is said, and the table shows what is stored', async () => {
  const message = 'The last owner stays an owner.'
  const page = await openScreen(PATH, {
    answers: {
      ...toTeam([aMember(), aColleague({ role: 'owner' })]),
      'GET /api-keys': list([]),
      'PATCH /team/members/:id': failure(409, { code: 'conflict', message }),
    },
  })
  const role = (await toRow('sam@example.com')).getByLabelText<HTMLSelectElement>('Role of Sam Reader')
  await page.user.selectOptions(role, 'support')
  await screen.findByText(new RegExp(message))
  expect(role.value).toBe('owner')
})

test('a link for a new password is shown once', async () => {
  const url = 'http://localhost/console/reset-password#token=xyz'
  const page = await openScreen(PATH, {
    answers: {
      ...toTeam([aMember(), aColleague()]),
      'POST /team/members/:id/password-reset': ({ params }) =>
        created({ user_id: params.id, url, expires_at: '2099-01-01T00:00:00.000Z' }),
    },
  })
  await page.user.click((await toRow('sam@example.com')).getByRole('button', { name: 'New password' }))
  within(await screen.findByRole('dialog')).getByText(url)
  expect(page.api.callsTo('POST /team/members/:id/password-reset')).toHaveLength(1)
})

test('the second factor of a member is reset after a question', async () => {
  let colleague = aColleague({ has_totp: true })
  const page = await openScreen(PATH, {
    answers: {
      'GET /team/members': () => list([aMember(), colleague]),
      'GET /team/invitations': list([]),
      'POST /team/members/:id/second-factor-reset': () => {
        colleague = aColleague()
        return colleague
      },
    },
  })
  const row = await toRow('sam@example.com')
  row.getByText('second factor')
  await page.user.click(row.getByRole('button', { name: 'Reset second factor' }))
  const question = within(await screen.findByRole('alertdialog'))
  question.getByText(/Be sure that the person who asks you is Sam Reader\./)
  await page.user.click(question.getByRole('button', { name: 'Go back' }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(page.api.callsTo('POST /team/members/:id/second-factor-reset')).toEqual([])

  await page.user.click((await toRow('sam@example.com')).getByRole('button', { name: 'Reset second factor' }))
  await page.user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Reset' }))
  await screen.findAllByText('The second factor is reset.')
  await waitFor(() => expect(screen.queryByText('second factor')).toBeNull())
})

test('a member is unlinked from the identity provider, once the owner has confirmed with the password', async () => {
  let colleague = aColleague({ has_oidc: true })
  let confirmed = false
  const page = await openScreen(PATH, {
    answers: {
      'GET /team/members': () => list([aMember(), colleague]),
      'GET /team/invitations': list([]),
      'DELETE /team/members/:id/oidc-identity': () => {
        if (!confirmed) return failure(403, { code: 'confirmation_required', message: 'Confirm first.' })
        colleague = aColleague()
        return gone()
      },
      'POST /session/confirmation': ({ body }) => {
        confirmed = body.password === 'correct horse'
        return confirmed ? gone() : failure(422, { code: 'validation_error', fields: { '/password': 'is wrong' } })
      },
    },
  })
  const row = await toRow('sam@example.com')
  row.getByText('single sign-on')
  await page.user.click(row.getByRole('button', { name: 'Unlink' }))
  await page.user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Unlink' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Is it you?' }))
  await page.user.type(dialog.getByLabelText('Password'), 'wrong{Enter}')
  await dialog.findByText('Is wrong.')
  await page.fill(dialog.getByLabelText('Password'), 'correct horse')
  await page.user.keyboard('{Enter}')
  await screen.findAllByText('The member is unlinked.')
  await waitFor(() => expect(screen.queryByText('single sign-on')).toBeNull())
  expect(page.api.callsTo('DELETE /team/members/:id/oidc-identity')).toHaveLength(2)
})

test('an owner who closes the question for the password changes nothing', async () => {
  const page = await openScreen(PATH, {
    answers: {
      ...toTeam([aMember(), aColleague({ has_totp: true })]),
      'POST /team/members/:id/second-factor-reset': failure(403, { code: 'confirmation_required' }),
    },
  })
  await page.user.click((await toRow('sam@example.com')).getByRole('button', { name: 'Reset second factor' }))
  await page.user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Reset' }))
  const question = within(await screen.findByRole('dialog', { name: 'Is it you?' }))
  await page.user.click(question.getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Is it you?' })).toBeNull())
  expect(page.api.callsTo('POST /team/members/:id/second-factor-reset')).toHaveLength(1)
  expect(screen.queryByText('The second factor is reset.')).toBeNull()
})

test('who is no owner sees the team without what changes it', async () => {
  const session = aSession({ role: 'viewer', scopes: READER_SCOPES })
  const page = await openScreen(PATH, { answers: toTeam([aMember(), aColleague()]), session })
  await screen.findByRole('table', { name: 'Members' })
  expect(screen.queryByRole('button', { name: 'Deactivate' })).toBeNull()
  expect(screen.queryByRole('columnheader', { name: 'Actions' })).toBeNull()
  expect(screen.queryByRole('region', { name: 'Invite somebody' })).toBeNull()
  expect(screen.queryByRole('region', { name: 'Open invitations' })).toBeNull()
  expect(page.api.callsTo('GET /team/invitations')).toEqual([])
})
