import { screen, waitFor, within } from '@testing-library/react'
import type { CarrierAccount } from '@waybill/sdk'
import { expect, test } from 'vitest'
import { created, failure, gone, invalid, list } from '../../testing/api.ts'
import { aCarrier, anAccount, easyPost, ownFleet } from '../../testing/carriers.ts'
import { openScreen } from '../../testing/screen.tsx'
import { aSession, READER_SCOPES } from '../../testing/session.ts'

const KEY = `EZTK${'a'.repeat(54)}`
const carriers = list([aCarrier(), easyPost(), ownFleet()])

test('connects an account, names a wrong credential at its field, and keeps no credential in the browser', async () => {
  const accounts: CarrierAccount[] = []
  const page = await openScreen('/carriers', {
    answers: {
      'GET /carriers': carriers,
      'GET /carrier-accounts': () => list(accounts),
      'POST /carrier-accounts': ({ body }) => {
        if (body.credentials.api_key !== KEY) return invalid({ '/credentials/api_key': 'is no key of EasyPost' })
        accounts.push(anAccount({ name: body.name, status: 'unverified' }))
        return created(accounts[0])
      },
      'POST /carrier-accounts/:id/verify': () => {
        accounts[0] = anAccount({ name: 'Parcels' })
        return accounts[0]
      },
    },
  })
  await screen.findByText('No carrier is connected')
  screen.getByText('simulated, needs no account')
  screen.getByText('not connected')
  expect(screen.queryByText('easypost')).toBeNull()
  await page.user.click(screen.getByRole('button', { name: 'Connect EasyPost' }))
  const sheet = within(await screen.findByRole('dialog', { name: 'Connect EasyPost' }))
  await page.fill(sheet.getByLabelText('Name of the account'), 'Parcels')
  await page.fill(sheet.getByLabelText('API key'), 'no key')
  await page.user.click(sheet.getByRole('button', { name: 'Connect' }))
  await sheet.findByRole('alert')
  expect(sheet.getByLabelText('API key').getAttribute('aria-invalid')).toBe('true')
  await page.fill(sheet.getByLabelText('API key'), KEY)
  expect(JSON.stringify([{ ...sessionStorage }, { ...localStorage }])).not.toContain('EZTK')
  await page.user.click(sheet.getByRole('button', { name: 'Connect' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await within(await screen.findByRole('region', { name: 'Parcels' })).findByText('verified')
  screen.getByText('connected')
  expect(page.api.sentTo('POST /carrier-accounts').at(-1)).toEqual({
    carrier_code: 'easypost',
    name: 'Parcels',
    credentials: { api_key: KEY },
  })
})

test('an account is verified, and a refusal is in the words of the carrier', async () => {
  let account = anAccount({ status: 'unverified' })
  const page = await openScreen('/carriers', {
    answers: {
      'GET /carriers': carriers,
      'GET /carrier-accounts': () => list([account]),
      'POST /carrier-accounts/:id/verify': failure(422, { message: 'The carrier refuses the key.' }),
    },
  })
  const card = within(await screen.findByRole('region', { name: 'Parcels' }))
  await page.user.click(card.getByRole('button', { name: 'Verify' }))
  await card.findByText('The carrier refuses the key.')
  page.api.answer({
    'POST /carrier-accounts/:id/verify': () => {
      account = anAccount()
      return account
    },
  })
  await page.user.click(card.getByRole('button', { name: 'Verify' }))
  await card.findByText('verified')
  expect(card.queryByText('The carrier refuses the key.')).toBeNull()
})

test('the credentials of an account that fails are replaced and tried at once', async () => {
  let account = anAccount({ status: 'failing', carrier_code: 'easypost' })
  const page = await openScreen('/carriers', {
    answers: {
      'GET /carriers': carriers,
      'GET /carrier-accounts': () => list([account]),
      'PATCH /carrier-accounts/:id': () => account,
      'POST /carrier-accounts/:id/verify': () => {
        account = anAccount()
        return account
      },
    },
  })
  const card = within(await screen.findByRole('region', { name: 'Parcels' }))
  card.getByText('It makes no offers while the carrier refuses it.')
  await page.user.click(card.getByRole('button', { name: 'Replace the credentials' }))
  const sheet = within(await screen.findByRole('dialog', { name: 'Replace the credentials of Parcels' }))
  await page.fill(sheet.getByLabelText('API key'), KEY)
  await page.user.click(sheet.getByRole('button', { name: 'Replace' }))
  await card.findByText('verified')
  expect(page.api.sentTo('PATCH /carrier-accounts/:id')).toEqual([{ credentials: { api_key: KEY } }])
})

test('an account is switched off and disconnected after a question, which a refusal leaves open', async () => {
  const accounts = [anAccount()]
  const page = await openScreen('/carriers', {
    answers: {
      'GET /carriers': carriers,
      'GET /carrier-accounts': () => list(accounts),
      'PATCH /carrier-accounts/:id': ({ body }) => {
        accounts[0] = anAccount(body)
        return accounts[0]
      },
      'DELETE /carrier-accounts/:id': failure(409, { message: 'A booking is being made.' }),
    },
  })
  const card = within(await screen.findByRole('region', { name: 'Parcels' }))
  card.getByRole('switch').focus()
  await page.user.keyboard(' ')
  await card.findByText('off')
  expect(page.api.sentTo('PATCH /carrier-accounts/:id')).toEqual([{ enabled: false }])
  await page.user.click(card.getByRole('button', { name: 'Disconnect' }))
  const question = within(await screen.findByRole('alertdialog'))
  await page.user.click(question.getByRole('button', { name: 'Disconnect' }))
  await question.findByText('A booking is being made.')
  page.api.answer({
    'DELETE /carrier-accounts/:id': () => {
      accounts.pop()
      return gone()
    },
  })
  await page.user.click(question.getByRole('button', { name: 'Disconnect' }))
  await screen.findByText('No carrier is connected')
  expect(screen.queryByRole('alertdialog')).toBeNull()
})

test.each([
  ['off', [anAccount({ enabled: false })]],
  ['failing', [anAccount({ status: 'failing' }), anAccount({ enabled: false })]],
  ['connected', [anAccount(), anAccount({ status: 'failing' }), anAccount({ enabled: false })]],
  ['connected, 2 accounts', [anAccount(), anAccount({ status: 'unverified' })]],
])('a carrier is shown as "%s" by what its accounts do', async (state, accounts) => {
  const numbered = accounts.map((account, at) => ({ ...account, carrier_account_id: `cac_${at}`, name: `No. ${at}` }))
  await openScreen('/carriers', {
    answers: { 'GET /carriers': carriers, 'GET /carrier-accounts': list(numbered) },
  })
  const all = within(await screen.findByRole('region', { name: 'All carriers' }))
  const row = all.getAllByRole('listitem').find(({ textContent }) => textContent?.includes('EasyPost'))
  within(row as HTMLElement).getByText(state)
})

test('who may only read sees the accounts without what changes them', async () => {
  const session = aSession({ role: 'viewer', scopes: READER_SCOPES })
  const account = anAccount({ status: 'failing' })
  await openScreen('/carriers', {
    answers: { 'GET /carriers': carriers, 'GET /carrier-accounts': list([account]) },
    session,
  })
  const card = within(await screen.findByRole('region', { name: 'Parcels' }))
  card.getByText('failing')
  expect(card.getByRole<HTMLInputElement>('switch').disabled).toBe(true)
  expect(screen.queryByRole('button', { name: /Connect|Verify|Disconnect/ })).toBeNull()
})
