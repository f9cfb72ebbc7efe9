import { screen, waitFor, within } from '@testing-library/react'
import type { OidcProvider } from '@waybill/sdk'
import { expect, test } from 'vitest'
import { type Answers, created, failure, gone, invalid, list } from '../../../testing/api.ts'
import { openScreen } from '../../../testing/screen.tsx'
import { aProvider } from '../../../testing/settings.ts'

const PATH = '/settings/single-sign-on'
const input = (label: string) => screen.findByLabelText<HTMLInputElement>(label)

const withProvider = (provider: OidcProvider): Answers => ({
  'GET /team/oidc-providers': list([provider]),
  'POST /team/oidc-providers/:id/check': { reachable: true, problem: null },
})

test('wrong fields are named, and what is typed survives a reload, but for the secret', async () => {
  const page = await openScreen(PATH, {
    answers: {
      'GET /team/oidc-providers': list([]),
      'POST /team/oidc-providers': invalid({ '/issuer': 'is required', '/email_domains/0': 'is no domain' }),
    },
  })
  await page.fill(await input('Client ID'), 'a client of before')
  await page.fill(await input('Client secret'), 'a secret of before')
  await page.user.click(screen.getByRole('button', { name: 'Set up' }))
  await screen.findByText('2 fields are wrong')
  expect((await input('Issuer')).getAttribute('aria-invalid')).toBe('true')
  await page.reload()
  expect((await input('Client ID')).value).toBe('a client of before')
  expect((await input('Client secret')).value).toBe('')
  expect(JSON.stringify([{ ...sessionStorage }, { ...localStorage }])).not.toContain('secret of before')
})

test('a provider is set up by keyboard, and shows its link and whether it answers', async () => {
  const providers: OidcProvider[] = []
  const page = await openScreen(PATH, {
    answers: {
      'GET /team/oidc-providers': () => list(providers),
      'POST /team/oidc-providers': () => {
        providers.push(aProvider())
        return created(providers[0])
      },
      'POST /team/oidc-providers/:id/check': { reachable: true, problem: null },
    },
  })
  await page.fill(await input('Issuer'), 'https://id.example.com')
  await page.fill(await input('Client ID'), 'waybill')
  await page.fill(await input('Client secret'), 'secret')
  await page.fill(await input('E-mail domains'), 'example.com, example.net')
  await page.user.selectOptions(await screen.findByLabelText('New people of these domains'), 'support')
  await page.user.click(screen.getByRole('button', { name: 'Set up' }))
  const state = within(await screen.findByRole('region', { name: 'Link to sign in' }))
  await state.findByText('It answers')
  expect(state.getByTestId('sign-in-url').textContent).toBe(aProvider().sign_in_url)
  expect(page.api.sentTo('POST /team/oidc-providers')).toEqual([
    {
      issuer: 'https://id.example.com',
      client_id: 'waybill',
      client_secret: 'secret',
      email_domains: ['example.com', 'example.net'],
      email_trusted: false,
      default_role: 'support',
      required: false,
    },
  ])
})

test('a provider that does not answer says why, and is asked again', async () => {
  const page = await openScreen(PATH, {
    answers: {
      ...withProvider(aProvider()),
      'POST /team/oidc-providers/:id/check': { reachable: false, problem: 'The name is unknown.' },
    },
  })
  await screen.findByText('It does not answer')
  screen.getByText('The name is unknown.')
  page.api.answer(withProvider(aProvider()))
  await page.user.click(screen.getByRole('button', { name: 'Ask again' }))
  await screen.findByText('It answers')
})

test('an owner who has to confirm first sends the form once more, and not twice', async () => {
  const providers: OidcProvider[] = []
  let confirmed = false
  const page = await openScreen(PATH, {
    answers: {
      'GET /team/oidc-providers': () => list(providers),
      'POST /team/oidc-providers': () => {
        if (!confirmed) return failure(403, { code: 'confirmation_required', message: 'Confirm first.' })
        providers.push(aProvider())
        return created(providers[0])
      },
      'POST /team/oidc-providers/:id/check': { reachable: true, problem: null },
      'POST /session/confirmation': () => {
        confirmed = true
        return gone()
      },
    },
  })
  await page.fill(await input('Issuer'), 'https://id.example.com')
  await page.user.click(screen.getByRole('button', { name: 'Set up' }))
  const question = within(await screen.findByRole('dialog', { name: 'Is it you?' }))
  await page.user.type(question.getByLabelText('Password'), 'correct horse{Enter}')
  await screen.findByText('It answers')
  expect(screen.queryByRole('dialog')).toBeNull()
  const calls = page.api.callsTo('POST /team/oidc-providers')
  expect(calls).toHaveLength(2)
  expect(new Set(calls.map(({ headers }) => headers.get('idempotency-key'))).size).toBe(1)
  await waitFor(() => expect(document.activeElement).not.toBe(document.body))
})

test('what is typed and not saved says so, also on a later visit, and can be discarded', async () => {
  const page = await openScreen(PATH, {
    answers: { ...withProvider(aProvider()), 'GET /team/members': list([]), 'GET /team/invitations': list([]) },
  })
  const label = 'Require it: only owners may sign in another way'
  const required = () => screen.findByRole<HTMLInputElement>('checkbox', { name: label })
  const note = () => screen.queryByText('Your changes are not saved yet.')
  await required()
  expect(note()).toBeNull()
  await page.user.click(await required())
  await waitFor(() => expect(note()).not.toBeNull())
  await page.user.click(screen.getByRole('link', { name: 'Team' }))
  await screen.findByText('Nobody is invited')
  await page.user.click(screen.getByRole('link', { name: 'Single sign-on' }))
  expect((await required()).checked).toBe(true)
  expect(note()).not.toBeNull()
  await page.user.click(screen.getByRole('button', { name: 'Discard them' }))
  await waitFor(() => expect(note()).toBeNull())
  expect((await required()).checked).toBe(false)
  await page.reload()
  expect((await required()).checked).toBe(false)
})

test('a change sends the fields that differ, and the secret only if one is typed', async () => {
  const page = await openScreen(PATH, {
    answers: { ...withProvider(aProvider()), 'PATCH /team/oidc-providers/:id': ({ body }) => aProvider(body) },
  })
  await page.fill(await input('E-mail domains'), 'example.com example.org')
  await page.user.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findAllByText('The identity provider is changed.')
  await page.fill(await input('Client secret'), 'another')
  await page.user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(page.api.callsTo('PATCH /team/oidc-providers/:id')).toHaveLength(2))
  expect(page.api.sentTo('PATCH /team/oidc-providers/:id')[0]).toEqual({
    email_domains: ['example.com', 'example.org'],
  })
  expect(page.api.sentTo('PATCH /team/oidc-providers/:id')[1]).toMatchObject({ client_secret: 'another' })
})

test('a provider is removed after a question', async () => {
  const providers = [aProvider()]
  const page = await openScreen(PATH, {
    answers: {
      ...withProvider(aProvider()),
      'GET /team/oidc-providers': () => list(providers),
      'DELETE /team/oidc-providers/:id': () => {
        providers.pop()
        return gone()
      },
    },
  })
  await page.user.click(await screen.findByRole('button', { name: 'Remove the identity provider' }))
  await page.user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Remove' }))
  await screen.findAllByText('The identity provider is removed.')
  await screen.findByRole('button', { name: 'Set up' })
  expect(screen.queryByRole('region', { name: 'Link to sign in' })).toBeNull()
})

test('a provider that an owner who has left had entered is saved again', async () => {
  let provider = aProvider({ needs_confirmation: true })
  const page = await openScreen(PATH, {
    answers: {
      ...withProvider(provider),
      'GET /team/oidc-providers': () => list([provider]),
      'PATCH /team/oidc-providers/:id': () => {
        provider = aProvider()
        return provider
      },
    },
  })
  await screen.findByText('Nobody can sign in with it')
  await page.user.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByText('It answers')
  expect(page.api.sentTo('PATCH /team/oidc-providers/:id')).toEqual([{}])
})
