/** Consent and spend cap of the MCP server. */
import { Waybill } from '@waybill/sdk'
import { eventually } from '@waybill/testing/eventually'
import { expect, test } from 'vitest'
import { sandbox } from '../api.ts'
import { createTenant } from '../tenant.ts'
import { AGREES, type Assistant, type Era, overStdio, quoted, toText } from './assistant.ts'

const readBookings = async (token: string) =>
  (await new Waybill({ apiKey: token, baseUrl: sandbox.base_url }).bookings.list()).data

/** A merchant, and an assistant that may write. */
async function anAssistant(options: Partial<Parameters<typeof overStdio>[1]> = {}, flags: string[] = []) {
  const { access_token: token } = await createTenant()
  return { token, assistant: await overStdio(['--allow-writes', ...flags], { token, ...options }) }
}

const refusal = async (assistant: Assistant, booking: Record<string, unknown>): Promise<string> => {
  const result = await assistant.call('book_shipment', booking)
  expect(result.isError).toBe(true)
  return toText(result)
}

const eras: Era[] = ['legacy', 'modern']

test.each(eras)('%s: nothing is booked if the user declines, dismisses or does not tick', async (era) => {
  const unticked = { action: 'accept', content: { book: false } } as const
  for (const user of [{ action: 'decline' }, { action: 'cancel' }, unticked] as const) {
    const { token, assistant } = await anAssistant({ era, user })
    const { booking } = await quoted(assistant)
    expect(await refusal(assistant, booking)).toContain('The user declined.')
    expect(assistant.questions).toHaveLength(1)
    expect(await readBookings(token)).toEqual([])
  }
})

test.each(eras)('%s: a client that cannot ask books only with --allow-booking', async (era) => {
  const { token, assistant } = await anAssistant({ era, user: null })
  const { booking } = await quoted(assistant)
  expect(await refusal(assistant, booking)).toContain('--allow-booking')
  expect(await readBookings(token)).toEqual([])
  const allowed = await overStdio(['--allow-writes', '--allow-booking'], { token, era, user: null })
  await allowed.use('book_shipment', booking)
  expect(await readBookings(token)).toHaveLength(1)
})

test.each(eras)('%s: a client that can ask does so with --allow-booking too', async (era) => {
  const { token, assistant } = await anAssistant({ era, user: { action: 'decline' } }, ['--allow-booking'])
  const { booking } = await quoted(assistant)
  expect(await refusal(assistant, booking)).toContain('The user declined.')
  expect(await readBookings(token)).toEqual([])
})

test('an answer counts for the offer that was shown, with the signed question, and no other', async () => {
  const { token, assistant } = await anAssistant({ autoFulfill: false })
  const [one, other] = [await quoted(assistant), await quoted(assistant)]
  const send = (booking: object, extra: object = {}) =>
    assistant.client.callTool(
      { name: 'book_shipment', arguments: { ...booking }, ...extra },
      { allowInputRequired: true },
    ) as Promise<Record<string, unknown>>
  const asked = await send(one.booking)
  expect(asked.resultType).toBe('input_required')
  const { requestState } = asked as { requestState: string }
  const inputResponses = { consent: AGREES }

  // An answer without the question is asked for again.
  expect((await send(one.booking, { inputResponses })).resultType).toBe('input_required')
  // For another offer, it is refused.
  expect(toText((await send(other.booking, { inputResponses, requestState })) as never)).toContain('was shown')
  const forged = `${requestState.slice(0, -4)}AAAA`
  await expect(send(one.booking, { inputResponses, requestState: forged })).rejects.toThrow(/requestState/)
  // A second server has another key.
  const { client } = await overStdio(['--allow-writes'], { token, autoFulfill: false })
  const again = { name: 'book_shipment', arguments: one.booking, inputResponses, requestState }
  const elsewhere = client.callTool(again)
  await expect(elsewhere).rejects.toThrow(/requestState/)
  expect(await readBookings(token)).toEqual([])

  const booked = await Promise.all([1, 2, 3].map(() => send(one.booking, { inputResponses, requestState })))
  expect(booked.map(({ isError }) => isError ?? false)).toEqual([false, false, false])
  expect(await readBookings(token)).toHaveLength(1)
})

test('bookings at the same time do not pass the cap together', async () => {
  const { access_token: token } = await createTenant()
  const scout = await overStdio(['--allow-writes'], { token })
  const orders = [await quoted(scout), await quoted(scout), await quoted(scout)]
  const price = orders[0]?.offer.total_amount
  expect(orders.map(({ offer }) => offer.total_amount)).toEqual([price, price, price])
  const assistant = await overStdio(['--allow-writes', '--spend-cap', price], { token })
  const results = await Promise.all(orders.map(({ booking }) => assistant.call('book_shipment', booking)))
  expect(results.filter(({ isError }) => !isError)).toHaveLength(1)
  for (const result of results.filter(({ isError }) => isError)) expect(toText(result)).toContain('spend cap')
  expect(await readBookings(token)).toHaveLength(1)
})

test('another currency than that of the cap is refused, before the user is asked', async () => {
  const { token, assistant } = await anAssistant({}, ['--spend-cap', '500', '--currency', 'EUR'])
  const { booking } = await quoted(assistant)
  expect(await refusal(assistant, booking)).toContain('the spend cap is in EUR')
  expect(assistant.questions).toEqual([])
  expect(await readBookings(token)).toEqual([])
})

test('a refused booking costs nothing; an unanswered one stays reserved until it is known', async () => {
  const { access_token: token } = await createTenant()
  const scout = await overStdio(['--allow-writes'], { token })
  const refused = await quoted(scout, { street: '7 River Road SIM-REFUSE' })
  const silent = await quoted(scout, { street: '7 River Road SIM-500' })
  const next = await quoted(scout)
  const price = next.offer.total_amount
  expect([refused.offer.total_amount, silent.offer.total_amount]).toEqual([price, price])
  const assistant = await overStdio(['--allow-writes', '--spend-cap', price], { token })
  expect(await refusal(assistant, refused.booking)).toContain('carrier_refused')

  // The outcome is not known at first: 202 pending, or an error that says so. The cap is used up all the same.
  await assistant.call('book_shipment', silent.booking)
  expect(await refusal(assistant, next.booking)).toContain('0.00 of the spend cap')
  const asked = assistant.questions.length
  await eventually(async () => {
    const { booking, spend_cap } = await assistant.use('book_shipment', silent.booking)
    expect(booking.status).not.toMatch(/pending|failed/)
    expect(spend_cap.remaining).toBe('0.00')
  })
  expect(assistant.questions).toHaveLength(asked)
  const ours = (await readBookings(token)).filter(({ shipment_id }) => shipment_id === silent.shipment_id)
  expect(ours).toHaveLength(1)
})
