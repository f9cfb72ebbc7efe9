import type { ApiCallSummary, WaybillEvent } from '@waybill/sdk'
import { expect, test } from 'vitest'
import type { SentDelivery } from '../../../webhooks/sent-deliveries.ts'
import { findCauses } from './causes.ts'
import type { HistoryEntry } from './history.ts'

const at = (minute: number): string => `2026-11-26T12:${String(minute).padStart(2, '0')}:00.000Z`

const call = (request_id: string, minute: number, status = 201) =>
  ({ call_id: `cal_${request_id}`, request_id, occurred_at: at(minute), duration_ms: 0, status }) as ApiCallSummary
const entry = (id: string, minute: number, kind: HistoryEntry['kind'] = 'timeline'): HistoryEntry => ({
  id,
  at: at(minute),
  kind,
  code: 'ready',
  lines: [],
})
const event = (id: string, type: string, minute: number, requestId: string | null = null, subject = 'shp_1') =>
  ({ id, type, timestamp: at(minute), subject: { id: subject }, request: { id: requestId } }) as unknown as WaybillEvent
const delivery = (event_id: string, minute: number) =>
  ({ delivery_id: `whd_${event_id}`, event_id, createdAt: at(minute) }) as SentDelivery

const shown = (facts: Partial<Parameters<typeof findCauses>[0]>) =>
  findCauses({ history: [], calls: [], events: [], deliveries: [], ...facts }).map(({ id, effects, deliveries }) => [
    id,
    effects.map((effect) => effect.id),
    deliveries.map((one) => one.event_id),
  ])

test('what a call has led to stands under it, in the order in which it happened, with the webhooks about it', () => {
  const facts = {
    history: [entry('evt_2', 3), entry('bkg_1', 2, 'booking'), entry('qte_1', 1, 'quote')],
    calls: [call('req_book', 2), call('req_quote', 1)],
    events: [
      event('evt_1', 'quote.created', 1, 'req_quote', 'qte_1'),
      event('evt_3', 'booking.created', 2, 'req_book', 'bkg_1'),
      event('evt_2', 'shipment.updated', 3, 'req_book'),
    ],
    deliveries: [delivery('evt_2', 3), delivery('evt_3', 2)],
  }
  expect(shown(facts)).toEqual([
    ['cal_req_book', ['bkg_1', 'evt_2'], ['evt_3', 'evt_2']],
    ['cal_req_quote', ['qte_1'], []],
  ])
})

test('a refused call stands alone', () => {
  expect(shown({ history: [entry('evt_1', 1)], calls: [call('req_1', 2, 409)] })).toEqual([
    ['cal_req_1', [], []],
    ['evt_1', ['evt_1'], []],
  ])
})

test("webhooks about a carrier's report stand under it, and so do those that its history has no entry for", () => {
  const facts = {
    history: [entry('evt_picked_up', 5), entry('evt_created', 1)],
    events: [event('evt_picked_up', 'shipment.in_transit', 5), event('evt_booking', 'booking.updated', 6)],
    deliveries: [delivery('evt_booking', 6), delivery('evt_picked_up', 5), delivery('evt_gone', 0)],
  }
  expect(shown(facts)).toEqual([
    ['evt_picked_up', ['evt_picked_up'], ['evt_picked_up', 'evt_booking']],
    ['evt_created', ['evt_created'], ['evt_gone']],
  ])
})

test('of several calls with one request ID, the effects stand under the first', () => {
  const history = [entry('evt_1', 1)]
  const events = [event('evt_1', 'shipment.created', 1, 'req_1')]
  const calls = [{ ...call('req_1', 3), call_id: 'cal_again' }, call('req_1', 1)]
  expect(shown({ history, events, calls })).toEqual([
    ['cal_again', [], []],
    ['cal_req_1', ['evt_1'], []],
  ])
})
