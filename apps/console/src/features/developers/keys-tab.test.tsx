import { screen, waitFor, within } from '@testing-library/react'
import type { ApiKey } from '@waybill/sdk'
import { expect, test } from 'vitest'
import { created, invalid, list } from '../../testing/api.ts'
import { aKey } from '../../testing/developers.ts'
import { inGerman, openScreen } from '../../testing/screen.tsx'
import { aSession, OWNER_SCOPES, READER_SCOPES } from '../../testing/session.ts'

const PATH = '/developers?tab=keys'
const TOKEN = 'wb_test_0123456789'

test('a key is created by keyboard, and its token is shown once', async () => {
  const keys: ApiKey[] = []
  const page = await openScreen(PATH, {
    answers: {
      'GET /api-keys': () => list(keys),
      'POST /api-keys': ({ body }) => {
        if (body.name === '') return invalid({ '/name': 'is required', '/scopes': 'is required' })
        keys.push(aKey({ name: body.name, scopes: body.scopes }))
        return created({ ...keys[0], access_token: TOKEN })
      },
    },
  })
  await screen.findByText('No API keys')
  await page.user.keyboard('c')
  const form = within(await screen.findByRole('dialog', { name: 'Create an API key' }))
  form.getByRole('button', { name: 'Create key' }).focus()
  await page.user.keyboard('{Enter}')
  await form.findByText('2 fields are missing')
  // A link of the summary leads to its field.
  await page.user.click(form.getByRole('button', { name: 'Name: Fill this in.' }))
  expect(document.activeElement).toBe(form.getByRole('textbox', { name: 'Name' }))
  await page.user.paste('Shop')
  form.getByRole('checkbox', { name: 'shipments:read' }).focus()
  await page.user.keyboard(' {Enter}')

  const shown = await screen.findByRole('dialog', { name: 'Token of Shop' })
  expect(shown.querySelector('output')?.textContent).toBe(TOKEN)
  await page.user.click(within(shown).getByRole('button', { name: 'I have copied it' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await screen.findByRole('cell', { name: 'Shop' })
  expect(document.body.textContent).not.toContain(TOKEN)
  expect(page.api.sentTo('POST /api-keys').at(-1)).toEqual({ name: 'Shop', scopes: ['shipments:read'] })
  expect(page.address()).toBe(PATH)
})

test('what is typed for a new key survives a reload, and a date of expiry is sent as the start of the day', async () => {
  const page = await openScreen(`${PATH}&create=true`, {
    answers: {
      'GET /api-keys': list([]),
      'POST /api-keys': ({ body }) => created({ ...aKey(body), access_token: TOKEN }),
    },
  })
  await page.fill(await screen.findByRole('textbox', { name: 'Name' }), 'Shop')
  await page.reload()
  expect((await screen.findByRole<HTMLInputElement>('textbox', { name: 'Name' })).value).toBe('Shop')
  await page.user.type(screen.getByLabelText('Expires on'), '2099-12-31')
  await page.user.click(screen.getByRole('button', { name: 'Create key' }))
  await screen.findByRole('dialog', { name: 'Token of Shop' })
  expect(page.api.sentTo('POST /api-keys')).toEqual([{ name: 'Shop', scopes: [], expires_at: '2099-12-31T00:00:00Z' }])
})

test('no key can have more rights than the person, or rights about people', async () => {
  const scopes = OWNER_SCOPES.filter((scope) => scope !== 'bookings:write')
  await openScreen(`${PATH}&create=true`, { answers: { 'GET /api-keys': list([]) }, session: aSession({ scopes }) })
  const form = within(await screen.findByRole('dialog'))
  const offered = form.getAllByRole<HTMLInputElement>('checkbox').map(({ value }) => value)
  expect(offered).toContain('bookings:read')
  expect(offered).not.toContain('bookings:write')
  expect(offered.filter((scope) => /^(team|audit_log)/.test(scope))).toEqual([])
})

test('a key is rotated, and the old one works for as long as is chosen', async () => {
  const keys = [aKey()]
  const page = await openScreen(PATH, {
    answers: {
      'GET /api-keys': () => list(keys),
      'POST /api-keys/:id/rotate': () => {
        keys.push(aKey({ key_id: 'key_2' }))
        return created({ ...keys[1], access_token: TOKEN })
      },
    },
  })
  await page.user.click(await screen.findByRole('button', { name: 'Rotate Shop' }))
  const question = within(await screen.findByRole('alertdialog', { name: 'Rotate Shop' }))
  await page.user.selectOptions(question.getByLabelText('The old token works for'), '1 hour more')
  await page.user.click(question.getByRole('button', { name: 'Rotate key' }))
  within(await screen.findByRole('dialog', { name: 'Token of Shop' })).getByText(TOKEN)
  expect(page.api.sentTo('POST /api-keys/:id/rotate')).toEqual([{ overlap_seconds: 3600 }])
  await page.user.keyboard('{Escape}')
  await waitFor(() => expect(screen.getAllByRole('button', { name: 'Revoke Shop' })).toHaveLength(2))
})

test('a key is revoked after a question, and is then neither rotated nor revoked', async () => {
  let key = aKey()
  const revoke = () => {
    key = aKey({ status: 'revoked' })
    return key
  }
  const page = await openScreen(PATH, {
    answers: {
      'GET /api-keys': () => list([key]),
      'DELETE /api-keys/:id': revoke,
      'POST /api-keys/:id/revoke': revoke,
    },
  })
  await page.user.click(await screen.findByRole('button', { name: 'Revoke Shop' }))
  const question = within(await screen.findByRole('alertdialog', { name: 'Revoke Shop' }))
  question.getByText(/This cannot be undone\./)
  await page.user.click(question.getByRole('button', { name: 'Revoke key' }))
  await screen.findAllByText('Shop is revoked')
  await screen.findByRole('cell', { name: 'revoked' })
  expect(screen.queryByRole('button', { name: 'Rotate Shop' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Revoke Shop' })).toBeNull()
})

test('many rights are behind their number', async () => {
  const scopes = ['shipments:read', 'shipments:write', 'quotes:read', 'quotes:write']
  await openScreen(PATH, { answers: { 'GET /api-keys': list([aKey({ scopes })]) } })
  await screen.findByText('4 rights')
})

test('who may not change keys sees them without the ways to', async () => {
  const session = aSession({ role: 'viewer', scopes: READER_SCOPES })
  const page = await openScreen(`${PATH}&create=true`, { answers: { 'GET /api-keys': list([aKey()]) }, session })
  await screen.findByRole('cell', { name: 'Shop' })
  expect(screen.queryByRole('button', { name: /Create|Rotate|Revoke/ })).toBeNull()
  await page.user.keyboard('c')
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('the states of keys are named in the language of the console', async () => {
  await openScreen(PATH, { answers: { 'GET /api-keys': list([aKey(), aKey({ key_id: 'key_2', status: 'revoked' })]) } })
  await screen.findByRole('cell', { name: 'active' })
  await inGerman()
  await screen.findByRole('cell', { name: 'aktiv' })
  screen.getByRole('cell', { name: 'widerrufen' })
})
