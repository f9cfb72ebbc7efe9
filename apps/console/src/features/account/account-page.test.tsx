import { screen, waitFor, within } from '@testing-library/react'
import type { OwnSession } from '@waybill/sdk'
import { expect, test } from 'vitest'
import { type Answers, gone, invalid, list } from '../../testing/api.ts'
import { inGerman, openScreen } from '../../testing/screen.tsx'
import { anOwnSession, aSession, aTotp, aUser } from '../../testing/session.ts'

const getAccount = (sessions: readonly OwnSession[] = [anOwnSession()]): Answers => ({
  'GET /sessions': () => list(sessions),
  'GET /session/totp': aTotp(),
  'GET /session/passkeys': list([]),
})
const other = (number: number) =>
  anOwnSession({ session_id: `ses_${number}`, current: false, user_agent: `Browser ${number}` })

test('a person changes the password, and a wrong one is named at its field', async () => {
  const page = await openScreen('/account', {
    answers: { ...getAccount(), 'PATCH /session/user': invalid({ '/current_password': 'is wrong' }) },
  })
  await page.fill(await screen.findByLabelText('Current password'), 'old')
  await page.fill(screen.getByLabelText('New password'), 'correct horse battery staple')
  await page.user.click(screen.getByRole('button', { name: 'Set the password' }))
  await screen.findByText('1 field is wrong')
  expect(screen.getByLabelText('Current password').getAttribute('aria-invalid')).toBe('true')
  page.api.answer({ 'PATCH /session/user': aSession() })
  await page.user.click(screen.getByRole('button', { name: 'Set the password' }))
  await screen.findAllByText('The password is changed. Your other sessions have ended.')
  expect(screen.getByLabelText<HTMLInputElement>('New password').value).toBe('')
  expect(page.api.sentTo('PATCH /session/user').at(-1)).toEqual({
    current_password: 'old',
    password: 'correct horse battery staple',
  })
  // No password is kept over a reload.
  expect(JSON.stringify([{ ...sessionStorage }, { ...localStorage }])).not.toContain('horse')
})

test('who has no password yet is not asked for it', async () => {
  const session = aSession({ user: aUser({ has_password: false }) })
  const page = await openScreen('/account', {
    answers: { ...getAccount(), 'PATCH /session/user': aSession() },
    session,
  })
  await page.fill(await screen.findByLabelText('New password'), 'correct horse battery staple')
  expect(screen.queryByLabelText('Current password')).toBeNull()
  await page.user.click(screen.getByRole('button', { name: 'Set the password' }))
  // From then on there is one.
  await screen.findByLabelText('Current password')
  expect(page.api.sentTo('PATCH /session/user')).toEqual([{ password: 'correct horse battery staple' }])
})

test('a person sees where the person is signed in, and ends one session or all others', async () => {
  const sessions = [anOwnSession(), other(1), other(2), other(3)]
  const page = await openScreen('/account', {
    answers: {
      ...getAccount(sessions),
      'DELETE /sessions/:id': ({ params }) => {
        sessions.splice(
          sessions.findIndex(({ session_id }) => session_id === params.id),
          1,
        )
        return gone()
      },
      'DELETE /sessions': () => {
        sessions.splice(1)
        return gone()
      },
    },
  })
  const card = within(await screen.findByRole('region', { name: 'Signed in' }))
  const row = (text: string) => within(card.getByText(text).closest('li') as HTMLElement)
  await card.findByText('This one')
  expect(row('Firefox on Linux').queryByRole('button')).toBeNull()
  await page.user.click(row('Browser 2').getByRole('button', { name: 'End' }))
  await waitFor(() => expect(card.queryByText('Browser 2')).toBeNull())
  card.getByText('Browser 1')
  await page.user.click(card.getByRole('button', { name: 'End all others' }))
  await waitFor(() => expect(card.queryByText('Browser 1')).toBeNull())
  card.getByText('This one')
  expect(card.queryByRole('button')).toBeNull()
})

test('the role of a person is named in the language of the console', async () => {
  await openScreen('/account', { answers: getAccount() })
  await screen.findByText('Owner')
  await inGerman()
  await screen.findByText('Inhaber')
})
