import type { WaybillEvent } from '@waybill/sdk'
import { afterEach, expect, test, vi } from 'vitest'
import type { EventSource } from './event-stream.ts'
import { type SharedStream, shareEvents } from './shared-stream.ts'

const left: (() => Promise<void>)[] = []
afterEach(async () => {
  await Promise.all(left.splice(0).map((leave) => leave()))
})

/** A log of events, and how many streams of it are open. */
function aLog() {
  const log: WaybillEvent[] = []
  let wake = Promise.withResolvers<void>()
  const facts = { open: 0, opened: [] as (string | undefined)[] }
  const source: EventSource = async function* (after, { signal, onPosition }) {
    facts.open += 1
    facts.opened.push(after)
    const aborted = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()))
    let next = after === undefined ? log.length : Number(after)
    onPosition(String(next))
    try {
      while (!signal.aborted) {
        for (let event = log[next]; event !== undefined && !signal.aborted; event = log[next]) {
          next += 1
          yield event
        }
        await Promise.race([wake.promise, aborted])
      }
    } finally {
      facts.open -= 1
    }
  }
  const add = () => {
    log.push({ id: String(log.length + 1) } as WaybillEvent)
    wake.resolve()
    wake = Promise.withResolvers()
  }
  return { source, add, facts }
}

interface Options {
  name: string
  answerMs?: number
}

function openTab(stream: EventSource, { name, answerMs }: Options) {
  const events: string[] = []
  const gaps = vi.fn()
  const leaving = new AbortController()
  let connection = ''
  const shared: SharedStream = shareEvents({
    name,
    stream,
    onEvent: ({ id }) => events.push(id),
    onConnection: (next) => {
      connection = next
    },
    onGap: gaps,
    isVisible: () => true,
    signal: leaving.signal,
    answerMs,
  })
  const leave = () => {
    leaving.abort()
    return shared.ended
  }
  left.push(leave)
  return { events, gaps, leave, connection: () => connection }
}

const aName = () => `test.${crypto.randomUUID()}`

test('all tabs of an environment get the events of one stream', async () => {
  const { source, add, facts } = aLog()
  const name = aName()
  const tabs = Array.from({ length: 12 }, () => openTab(source, { name }))
  await expect.poll(() => facts.open).toBe(1)
  add()
  add()
  await expect.poll(() => tabs.map(({ events }) => events.join())).toEqual(tabs.map(() => '1,2'))
  expect(facts.opened).toEqual([undefined])
})

test('when the reading tab closes, another goes on after the last event, and no event is lost or doubled', async () => {
  const { source, add, facts } = aLog()
  const name = aName()
  const first = openTab(source, { name })
  await expect.poll(() => facts.open).toBe(1)
  const [second, third] = [openTab(source, { name }), openTab(source, { name })]
  add()
  await expect.poll(() => second.events).toEqual(['1'])
  const closed = first.leave()
  add()
  await closed
  add()
  await expect
    .poll(() => [second.events, third.events])
    .toEqual([
      ['1', '2', '3'],
      ['1', '2', '3'],
    ])
  expect(facts).toEqual({ open: 1, opened: [undefined, '1'] })
  expect(second.gaps).not.toHaveBeenCalled()
})

test('the place of a stream without events is handed on, too', async () => {
  const { source, add, facts } = aLog()
  const name = aName()
  const first = openTab(source, { name })
  await expect.poll(() => facts.open).toBe(1)
  const second = openTab(source, { name })
  await expect.poll(first.connection, { timeout: 5_000 }).toBe('live')
  await expect.poll(second.connection).toBe('live')
  const closed = first.leave()
  add()
  await closed
  await expect.poll(() => second.events).toEqual(['1'])
  expect(facts.opened).toEqual([undefined, '0'])
})

test('a tab of another session, merchant or environment sees nothing of this one', async () => {
  const [one, other] = [aLog(), aLog()]
  const mine = openTab(one.source, { name: aName() })
  const theirs = openTab(other.source, { name: aName() })
  await expect.poll(() => [one.facts.open, other.facts.open]).toEqual([1, 1])
  one.add()
  await expect.poll(() => mine.events).toEqual(['1'])
  expect(theirs.events).toEqual([])
})

test('a tab that somebody looks at takes the stream from one that was frozen', async () => {
  const { source, add, facts } = aLog()
  const name = aName()
  const frozen = Promise.withResolvers<void>()
  const stolen = navigator.locks.request(name, () => frozen.promise).catch((error: Error) => error.name)
  const tab = openTab(source, { name, answerMs: 10 })
  await expect.poll(() => facts.open).toBe(1)
  expect(await stolen).toBe('AbortError')
  frozen.resolve()
  add()
  await expect.poll(() => tab.events).toEqual(['1'])
})

test('the queries are read again if nobody knows how far the earlier stream was', async () => {
  const { source } = aLog()
  const name = aName()
  const frozen = Promise.withResolvers<void>()
  const stolen = navigator.locks.request(name, () => frozen.promise).catch(() => {})
  const tab = openTab(source, { name, answerMs: 10 })
  await expect.poll(() => tab.gaps, { timeout: 5_000 }).toHaveBeenCalledTimes(1)
  frozen.resolve()
  await stolen
})
