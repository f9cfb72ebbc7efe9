import { expect, test } from 'vitest'
import { type Candidate, chooseFairly } from './choice.ts'
import { createSendCounts, type Destination, type SendLimits } from './send-limits.ts'

const NO_LIMITS: SendLimits = { process: 10_000, environment: 10_000, origin: 20_000 }
const OWN = 'https://own.example'
const SHARED = 'https://shared.example'

interface Named extends Candidate {
  name: string
}

const due = (name: string, candidate: Partial<Candidate> = {}): Named => ({
  name,
  environmentId: name.slice(0, 1),
  origin: `${OWN}/${name.slice(0, 1)}`,
  rank: 0,
  turn: 1,
  dueAt: 0,
  ...candidate,
})

/** `count` due deliveries of an environment, each at a different endpoint. */
const many = (environmentId: string, count: number, candidate: Partial<Candidate> = {}) =>
  Array.from({ length: count }, (_, dueAt) => due(`${environmentId}${dueAt + 1}`, { dueAt, ...candidate }))

function choose(candidates: readonly Named[], { inFlight = [] as Destination[], limits = NO_LIMITS, most = 100 } = {}) {
  const counts = createSendCounts()
  for (const destination of inFlight) counts.add(destination)
  const { chosen, refused } = chooseFairly(candidates, { counts, limits, most })
  return { names: chosen.map(({ name }) => name), refused: new Set(refused.map(({ limit }) => limit)) }
}

test('one environment with 500 due endpoints does not go before another with one', () => {
  const { names } = choose([...many('a', 500), due('b1', { dueAt: 1_000 })])
  expect(names.slice(0, 2)).toContain('b1')
  expect(names).toHaveLength(100)
})

test('the environment with the fewest sends in flight goes first', () => {
  const inFlight = Array(2).fill(due('a')) as Destination[]
  const candidates = [...many('a', 3), ...many('b', 4, { dueAt: 9 })]
  expect(choose(candidates, { inFlight, most: 5 }).names).toEqual(['b1', 'b2', 'b3', 'a1', 'b4'])
})

test('of environments with equally many, the one whose last start is longest ago goes first', () => {
  const counts = createSendCounts()
  for (const environmentId of ['b', 'a']) {
    counts.add({ environmentId, origin: OWN })
    counts.remove({ environmentId, origin: OWN })
  }
  const candidates = [...many('a', 2), ...many('b', 2), due('c1', { dueAt: 9 })]
  const { chosen } = chooseFairly(candidates, { counts, limits: NO_LIMITS, most: 3 })
  expect(chosen.map(({ name }) => name)).toEqual(['c1', 'b1', 'a1'])
})

test('within an environment the lower rank goes first, then the endpoint with the fewest, then what is due longest', () => {
  const candidates = [
    due('a-retry', { rank: 1 }),
    due('a-second', { turn: 2 }),
    due('a-late', { dueAt: 2 }),
    due('a-early', { dueAt: 1 }),
    due('a-test', { rank: -1, turn: 9 }),
  ]
  expect(choose(candidates).names).toEqual(['a-test', 'a-early', 'a-late', 'a-second', 'a-retry'])
})

test('an environment gets no more than its limit, whatever the rank', () => {
  const limits = { ...NO_LIMITS, environment: 3 }
  const inFlight = [due('a')]
  const { names, refused } = choose([...many('a', 9, { rank: -1 }), due('b1')], { limits, inFlight })
  expect(names).toEqual(['b1', 'a1', 'a2'])
  expect(refused).toEqual(new Set(['environment']))
})

test('an environment gets half of the sends to an origin, and another the rest', () => {
  const limits = { ...NO_LIMITS, origin: 6 }
  const candidates = [...many('a', 9, { origin: SHARED }), ...many('b', 9, { origin: SHARED })]
  expect(choose(candidates.slice(0, 9), { limits }).names).toEqual(['a1', 'a2', 'a3'])
  expect(choose(candidates, { limits }).names).toEqual(['a1', 'b1', 'a2', 'b2', 'a3', 'b3'])
})

test('a full origin still takes one send of an environment that has none there', () => {
  const limits = { ...NO_LIMITS, origin: 4 }
  const inFlight = ['a', 'a', 'b', 'b'].map((environmentId) => ({ environmentId, origin: SHARED }))
  const { names, refused } = choose([...many('a', 2, { origin: SHARED }), ...many('c', 2, { origin: SHARED })], {
    limits,
    inFlight,
  })
  expect(names).toEqual(['c1'])
  expect(refused).toEqual(new Set(['origin']))
})

test('the last slots of an origin go to the environment with the fewest there, however many it has elsewhere', () => {
  const limits = { ...NO_LIMITS, origin: 5 }
  const inFlight = [
    ...Array.from({ length: 8 }, () => due('a')),
    { environmentId: 'a', origin: SHARED },
    { environmentId: 'b', origin: SHARED },
    { environmentId: 'b', origin: SHARED },
    { environmentId: 'c', origin: SHARED },
  ]
  const candidates = [due('b1', { origin: SHARED }), due('a1', { origin: SHARED, dueAt: 1 })]
  expect(choose(candidates, { limits, inFlight }).names).toEqual(['a1'])
})

test('deliveries to a full origin do not use up the turns of their environment', () => {
  const limits = { ...NO_LIMITS, origin: 2 }
  const candidates = [...many('a', 5, { origin: SHARED }), due('a-other', { dueAt: 9 })]
  expect(choose(candidates, { limits, most: 2 }).names).toEqual(['a1', 'a-other'])
})

test('however many environments do their worst, slots stay free for one that has nothing in flight', () => {
  const limits = { process: 500, environment: 100, origin: 100 }
  const hostile = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].flatMap((name) =>
    Array.from({ length: 200 }, (_, n) => due(`${name}${n}`, { origin: `${OWN}/${name}${n}` })),
  )
  const first = choose(hostile, { limits, most: 500 })
  expect(first.names.length).toBeGreaterThan(450)
  expect(first.names.length).toBeLessThan(500)
  expect(first.refused).toEqual(new Set(['process']))
  const inFlight = hostile.filter(({ name }) => first.names.includes(name))
  expect(choose([...hostile, due('z1')], { limits, inFlight }).names).toEqual(['z1'])
})
