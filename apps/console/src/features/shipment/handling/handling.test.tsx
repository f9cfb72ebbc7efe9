import { screen, waitFor, within } from '@testing-library/react'
import type { Note, Shipment } from '@waybill/sdk'
import { expect, test } from 'vitest'
import { findViolations } from '../../../testing/accessibility.ts'
import { created, failure, list } from '../../../testing/api.ts'
import { openScreen } from '../../../testing/screen.tsx'
import { AT, aSession, READER_SCOPES } from '../../../testing/session.ts'
import { aColleague, aMember } from '../../../testing/settings.ts'
import { makeAnswers, PATH, region } from '../../../testing/shipment-screen.ts'
import { aShipment, SHIPMENT_ID } from '../../../testing/shipments.ts'

const [ada, sam] = [aMember().user_id, aColleague().user_id]
const hold = { reason: 'Address to be checked', held_at: AT, held_by: sam }

const aNote = (values: Partial<Note> = {}): Note => ({
  note_id: 'nte_00000000000000000000000001',
  shipment_id: SHIPMENT_ID,
  text: 'The bell is broken.\nKnock.',
  author_id: ada,
  created_at: AT,
  ...values,
})

test('a shipment is put on hold with a reason, and released', async () => {
  const state = { shipment: aShipment() }
  const set = (change: Partial<Shipment>) => {
    state.shipment = { ...state.shipment, ...change }
    return state.shipment
  }
  const page = await openScreen(PATH, {
    answers: {
      ...makeAnswers(state),
      'POST /shipments/:id/hold': () => set({ hold }),
      'POST /shipments/:id/release': () => set({ hold: null }),
    },
  })
  await page.user.click(await screen.findByRole('button', { name: 'Put on hold' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Put on hold' }))
  await page.user.type(dialog.getByLabelText('Reason'), ' Address to be checked{Enter}')
  const note = await region('Hold')
  note.getByText('On hold: Address to be checked')
  await note.findByText(/^By Sam Reader/)
  expect(page.api.sentTo('POST /shipments/:id/hold')).toEqual([{ reason: hold.reason }])
  expect(screen.queryByRole('link', { name: 'Get offers' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Put on hold' })).toBeNull()
  expect(await findViolations()).toEqual([])
  await page.user.click(note.getByRole('button', { name: 'Release' }))
  await screen.findByRole('link', { name: 'Get offers' })
})

test('tags and the assignee are changed in place; what cannot be stored stays in the field', async () => {
  const state = { shipment: aShipment({ tags: ['Gift'] }) }
  let isRefused = true
  const page = await openScreen(PATH, {
    answers: {
      ...makeAnswers(state),
      'POST /shipments/:id/tags': ({ body }) => {
        if (isRefused) return failure(409, { message: 'Busy.' })
        const { add_tags, remove_tags } = body as { add_tags: string[]; remove_tags: string[] }
        const tags = [...state.shipment.tags, ...add_tags].filter((tag) => !remove_tags.includes(tag))
        state.shipment = { ...state.shipment, tags }
        return state.shipment
      },
      'POST /shipments/:id/assign': ({ body }) => {
        state.shipment = { ...state.shipment, ...(body as { assignee_id: string }) }
        return state.shipment
      },
    },
  })
  const card = await region('Handling')
  const shown = () =>
    within(card.getByRole('list', { name: 'Tags' }))
      .getAllByRole('listitem')
      .map((one) => one.textContent)
  await page.user.type(card.getByLabelText('Add tags'), 'fragile, late{Enter}')
  await card.findByRole('alert')
  expect(card.getByLabelText<HTMLInputElement>('Add tags').value).toBe('fragile, late')
  isRefused = false
  await page.user.click(card.getByRole('button', { name: 'Add' }))
  await waitFor(() => expect(shown()).toEqual(['Gift', 'fragile', 'late']))
  await page.user.click(card.getByRole('button', { name: 'Remove the tag Gift' }))
  await waitFor(() => expect(shown()).toEqual(['fragile', 'late']))
  await page.user.selectOptions(card.getByLabelText('Assigned to'), 'Sam Reader')
  await waitFor(() => expect(card.getByLabelText<HTMLSelectElement>('Assigned to').value).toBe(sam))
})

test('a member who has left stays named until another is chosen', async () => {
  const members = [aMember(), aColleague({ active: false })]
  const answers = { ...makeAnswers({ shipment: aShipment({ assignee_id: sam }) }), 'GET /team/members': list(members) }
  await openScreen(PATH, { answers })
  const card = await region('Handling')
  await card.findByRole('option', { name: 'Sam Reader (left)', selected: true })
})

test('notes are written, and deleted by their author alone', async () => {
  let notes = [aNote(), aNote({ note_id: 'nte_00000000000000000000000002', author_id: sam, text: 'Paid.' })]
  const page = await openScreen(PATH, {
    answers: {
      ...makeAnswers({ shipment: aShipment() }),
      'GET /shipments/:id/notes': () => list(notes),
      'POST /shipments/:id/notes': ({ body }) => {
        const note = aNote({ note_id: 'nte_00000000000000000000000003', ...(body as { text: string }) })
        notes = [note, ...notes]
        return created(note)
      },
      'DELETE /shipments/:id/notes/:note': ({ params }) => {
        notes = notes.filter(({ note_id }) => note_id !== params.note)
        return new Response(null, { status: 204 })
      },
    },
  })
  const card = await region('Notes')
  const texts = () => card.getAllByRole('listitem').map((item) => item.lastElementChild?.textContent)
  await waitFor(() => expect(texts()).toEqual(['The bell is broken.\nKnock.', 'Paid.']))
  await card.findByText('Sam Reader')
  await page.user.type(card.getByLabelText('New note'), ' Called her. {Control>}{Enter}{/Control}')
  await waitFor(() => expect(texts()[0]).toBe('Called her.'))
  expect(card.getByLabelText<HTMLTextAreaElement>('New note').value).toBe('')
  const bins = card.getAllByRole('button', { name: 'Delete the note' })
  expect(bins).toHaveLength(2)
  await page.user.click(bins[1] as HTMLElement)
  await page.user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete' }))
  await waitFor(() => expect(texts()).toEqual(['Called her.', 'Paid.']))
  expect(await findViolations()).toEqual([])
})

test('who may only read sees it all and changes nothing', async () => {
  const shipment = aShipment({ hold, tags: ['Gift'], assignee_id: ada })
  await openScreen(PATH, {
    answers: { ...makeAnswers({ shipment }), 'GET /shipments/:id/notes': list([aNote()]) },
    session: aSession({ role: 'support', scopes: READER_SCOPES }),
  })
  const card = await region('Handling')
  card.getByText('Gift')
  await card.findByText('Ada Miller')
  ;(await region('Notes')).getByText(/The bell is broken/)
  for (const name of ['Release', 'Add', 'Add note', 'Delete the note'])
    expect(screen.queryByRole('button', { name })).toBeNull()
})
