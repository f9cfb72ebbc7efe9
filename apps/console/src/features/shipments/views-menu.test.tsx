import { screen, waitFor, within } from '@testing-library/react'
import type { SavedView } from '@waybill/sdk'
import { expect, test } from 'vitest'
import { findViolations } from '../../testing/accessibility.ts'
import { type Answers, created, failure, gone, invalid, list, versioned } from '../../testing/api.ts'
import { type OpenScreen, openScreen } from '../../testing/screen.tsx'
import { aSession, READER_SCOPES } from '../../testing/session.ts'
import { aShipment, aView, someCounts } from '../../testing/shipments.ts'

const LATE = aView({ query: { status: ['on_hold'], q: 'grace' }, sort: 'created_at', shared: true })
const OWN = aView({ view_id: 'svw_00000000000000000000000002', name: 'Mine', query: { carrier_code: ['city_van'] } })

const makeAnswers = (views: () => readonly SavedView[]): Answers => ({
  'GET /shipments': list([aShipment()]),
  'GET /shipments/bookings': list([]),
  'GET /shipments/counts': someCounts(),
  'GET /saved-views': () => list(views()),
})
/** Without a layout, nothing separates the two parts of the name. */
const CHANGED = /^Late ones ?changed$/
const open = async (page: OpenScreen, name: string | RegExp) => {
  await page.user.click(await screen.findByRole('button', { name }))
  return within(await screen.findByRole('menu'))
}

test('a view opens with its filters and its order, and says when they are no longer its own', async () => {
  const page = await openScreen('/shipments', { answers: makeAnswers(() => [LATE, OWN]) })
  await screen.findByText('ORDER-1')
  const menu = await open(page, 'Views')
  await menu.findByText('2 views')
  // One that nobody else sees is marked.
  within(menu.getByRole('menuitemradio', { name: /Mine/ })).getByText('only you')
  expect(within(menu.getByRole('menuitemradio', { name: /Late ones/ })).queryByText('only you')).toBeNull()
  expect(menu.queryByRole('menuitem', { name: 'Delete the view' })).toBeNull()
  await page.user.click(menu.getByRole('menuitemradio', { name: /Late ones/ }))
  await screen.findByRole('button', { name: 'Late ones' })
  await waitFor(() => {
    const query = page.api.callsTo('GET /shipments').at(-1)?.query
    expect([query?.get('status'), query?.get('q'), query?.get('sort')]).toEqual(['on_hold', 'grace', 'created_at'])
  })
  expect(page.address()).toContain(`view=${LATE.view_id}`)
  await page.user.selectOptions(screen.getByLabelText('Order'), 'Newest first')
  await screen.findByRole('button', { name: CHANGED })
  await page.user.selectOptions(screen.getByLabelText('Order'), 'Oldest first')
  await screen.findByRole('button', { name: 'Late ones' })
})

test('the filters are saved as a view: the form names what is wrong, and the view is open afterwards', async () => {
  const views: SavedView[] = []
  const page = await openScreen('/shipments?status=on_hold&sort=created_at', {
    answers: { ...makeAnswers(() => views), 'POST /saved-views': invalid({ '/name': 'is taken' }) },
  })
  await screen.findByText('ORDER-1')
  await page.user.click((await open(page, 'Views')).getByRole('menuitem', { name: 'Save as a view' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Save as a view' }))
  await page.fill(dialog.getByLabelText('Name'), 'Held up')
  await page.user.click(dialog.getByRole('checkbox', { name: 'Everybody in this environment sees it' }))
  await page.user.click(dialog.getByRole('button', { name: 'Save the view' }))
  await dialog.findByRole('alert')
  expect(dialog.getByLabelText('Name').getAttribute('aria-invalid')).toBe('true')
  expect(await findViolations()).toEqual([])
  const saved = aView({ name: 'Held up', query: { status: ['on_hold'] }, sort: 'created_at' })
  page.api.answer({
    'POST /saved-views': () => {
      views.push(saved)
      return created(saved)
    },
  })
  await page.user.click(dialog.getByRole('button', { name: 'Save the view' }))
  await screen.findByRole('button', { name: 'Held up' })
  expect(page.api.sentTo('POST /saved-views').at(-1)).toEqual({
    resource: 'shipments',
    name: 'Held up',
    shared: false,
    query: { status: ['on_hold'] },
    sort: 'created_at',
  })
  expect(page.address()).toContain(`view=${saved.view_id}`)
})

test('the changes of an open view are saved in it', async () => {
  let view = LATE
  const page = await openScreen(`/shipments?status=on_hold&q=grace&sort=created_at&view=${LATE.view_id}`, {
    answers: {
      ...makeAnswers(() => [view]),
      'PATCH /saved-views/:id': ({ body }) => {
        view = { ...view, ...body }
        return versioned(view)
      },
    },
  })
  await screen.findByText('ORDER-1')
  expect((await open(page, 'Late ones')).queryByRole('menuitem', { name: 'Save the changes' })).toBeNull()
  await page.user.keyboard('{Escape}')
  await page.user.selectOptions(screen.getByLabelText('Order'), 'Latest change first')
  const menu = await open(page, CHANGED)
  await page.user.click(menu.getByRole('menuitem', { name: 'Save the changes' }))
  await screen.findAllByText('The view is saved.')
  await screen.findByRole('button', { name: 'Late ones' })
  expect(page.api.sentTo('PATCH /saved-views/:id')).toEqual([
    { query: { q: 'grace', status: ['on_hold'] }, sort: '-updated_at' },
  ])
})

test('a view is deleted after a question, and its filters stay', async () => {
  let views = [LATE]
  const page = await openScreen(`/shipments?status=on_hold&view=${LATE.view_id}`, {
    answers: {
      ...makeAnswers(() => views),
      'DELETE /saved-views/:id': () => {
        views = []
        return gone()
      },
    },
  })
  await screen.findByText('ORDER-1')
  await page.user.click((await open(page, /^Late ones/)).getByRole('menuitem', { name: 'Delete the view' }))
  const question = within(await screen.findByRole('alertdialog', { name: 'Delete "Late ones"?' }))
  question.getByText('Nobody in this environment sees it any more. Its shipments stay.')
  await page.user.click(question.getByRole('button', { name: 'Go back' }))
  expect(page.api.callsTo('DELETE /saved-views/:id')).toEqual([])
  await page.user.click((await open(page, /^Late ones/)).getByRole('menuitem', { name: 'Delete the view' }))
  await page.user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete the view' }))
  await screen.findByRole('button', { name: 'Views' })
  expect(page.api.callsTo('DELETE /saved-views/:id').map(({ params }) => params.id)).toEqual([LATE.view_id])
  expect(page.address()).toBe('/shipments?status=%5B%22on_hold%22%5D')
})

test('views that cannot be read say so, and a view of a link that is gone is none', async () => {
  const page = await openScreen(`/shipments?view=${LATE.view_id}`, {
    answers: { ...makeAnswers(() => []), 'GET /saved-views': failure(403, {}) },
  })
  await screen.findByText('ORDER-1')
  ;(await open(page, 'Views')).getByText('The views could not be loaded')
})

test('who may not change views opens them, by the palette too', async () => {
  const page = await openScreen(`/shipments?view=${LATE.view_id}`, {
    answers: makeAnswers(() => [LATE]),
    session: aSession({ role: 'viewer', scopes: READER_SCOPES }),
  })
  await screen.findByText('ORDER-1')
  expect((await open(page, /^Late ones/)).queryAllByRole('menuitem')).toEqual([])
  await page.user.keyboard('{Escape}')
  await page.user.keyboard('{Control>}k{/Control}')
  await screen.findByRole('dialog', { name: 'Commands' })
  await page.user.keyboard('late ones')
  await page.user.click(await screen.findByRole('option', { name: /Late ones/ }))
  await waitFor(() => expect(page.address()).toContain('q=grace'))
})
