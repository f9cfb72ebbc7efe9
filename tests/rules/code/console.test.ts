/** The rules of apps/console, which its README explains. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { crossesCustoms as crossesForServer } from '@waybill/carriers/mapping/customs/borders'
import { bookingStatuses, incidentCodes } from '@waybill/contracts/booking'
import { chargeTypes } from '@waybill/contracts/bookings/charge'
import { shipmentStatuses } from '@waybill/contracts/shipment'
import { failureReasons } from '@waybill/contracts/shipments/failure-reason'
import { expect, test } from 'vitest'
import { crossesCustoms } from '../../../apps/console/src/format/customs-border.ts'
import { type SourceFile, sourceFiles } from './source-files.ts'

const root = join(import.meta.dirname, '../../..')
const src = 'apps/console/src'
const files = sourceFiles(`${src}/**/*.{ts,tsx}`)
const production = files.filter(({ isTest }) => !isTest)

/** `features/shipments`, `ui`, or `` for a file directly in src. */
function findRoom(path: string): string {
  const [room = '', feature = ''] = path.slice(src.length + 1).split('/')
  if (/\.tsx?$/.test(room)) return ''
  return room === 'features' ? `features/${feature}` : room
}

/** Allowed imports of a room, besides itself. Routes are on top, features below them, and what features share at the bottom. */
const SHARED = [
  ...['grid', 'forms', 'commands', 'live', 'labels', 'bulk', 'webhooks', 'handling', 'map'],
  ...['ui', 'format', 'session', 'i18n'],
]
const mayImport: Record<string, readonly string[]> = {
  '': ['routes', 'shell', 'session', 'i18n', 'ui'],
  routes: ['features', 'shell', 'session', 'i18n'],
  shell: SHARED,
  features: SHARED,
  grid: ['ui', 'commands', 'format', 'i18n'],
  forms: ['ui', 'i18n'],
  commands: ['ui', 'format', 'session'],
  live: ['ui', 'session'],
  labels: ['session', 'ui'],
  bulk: [],
  handling: ['ui', 'format', 'session', 'i18n'],
  map: ['ui', 'forms', 'session', 'i18n'],
  webhooks: ['ui'],
  format: ['i18n', 'ui'],
  session: ['ui', 'forms', 'i18n'],
  i18n: ['session'],
  ui: [],
}

const kind = (room: string): string => room.split('/')[0] ?? ''

function isAllowed(from: string, to: string): boolean {
  if (from === to) return true
  return mayImport[kind(from)]?.includes(kind(to)) === true && !(kind(from) === 'features' && kind(to) === 'features')
}

test('imports go from routes to features to what features share, and no feature imports another', () => {
  const offences = production.flatMap(({ path, imports }) =>
    imports
      .filter(({ relative, from }) => relative && from.startsWith(`${src}/`) && /\.tsx?$/.test(from))
      .filter(({ from }) => !isAllowed(findRoom(path), findRoom(from)))
      .map(({ from }) => `${path} imports ${from}`),
  )
  expect(production.length).toBeGreaterThan(50)
  expect(offences).toEqual([])
})

test('of the packages of this repository, the console imports the SDK alone', () => {
  const names = new Set(files.flatMap(({ imports }) => imports.map(({ from }) => from)))
  const own = [...names].filter((name) => name.startsWith('@waybill/'))
  expect(own.filter((name) => !/^@waybill\/sdk(\/sheets\/|$)/.test(name))).toEqual([])
})

test('components leave calls of the API to queries.ts', () => {
  const calls = (file: SourceFile): boolean => /\bfetch\(|\bapi\.\w+\.\w+\(/.test(file.text)
  const callers = production.filter((file) => file.path.endsWith('.tsx') && calls(file)).map(({ path }) => path)
  expect(callers).toEqual([`${src}/live/live-events.tsx`])
})

test('the pages have no style and no script inline, which their policy refuses', () => {
  const html = readFileSync(join(root, 'apps/console/index.html'), 'utf8')
  expect(html).not.toMatch(/<style|style=|<script(?![^>]*\bsrc=)/)
  const written = production.filter(({ text }) => /<style|dangerouslySetInnerHTML/.test(text)).map(({ path }) => path)
  expect(written).toEqual([])
})

test('sides are those of the text, so that pages turn round for languages from right to left', () => {
  const physical =
    /[\s"'`:-](?:m|p)[lr]-\d|[\s"'`:](?:left|right)-\d|\btext-(?:left|right)\b|\bborder-[lr]\b|\brounded-[lr]-/
  const found = production.filter(({ text }) => physical.test(text)).map(({ path }) => path)
  expect(found).toEqual([])
})

test('every status, incident, reason and charge has its words, so that they are translated', () => {
  const words = readFileSync(join(root, src, 'format/code-names.ts'), 'utf8')
  const codes: string[] = [...shipmentStatuses, ...bookingStatuses, ...incidentCodes, ...chargeTypes]
  codes.push(...Object.keys(failureReasons))
  expect(codes.filter((code) => !words.includes(`\n      ${code}: t\``))).toEqual([])
})

test('papers for customs are offered where the server has some', () => {
  const texts = [
    ...[
      'GB N1 9GU',
      'GB BT1 5GS',
      'IM IM1 1AA',
      'IE D01 F5P2',
      'DE 10115',
      'DE 27498',
      'DE 78266',
      'CH 8001',
      'LI 9490',
    ],
    ...['FR 75001', 'FR 97400', 'FR 97110', 'FR 98800', 'RE 97400', 'GP 97110', 'MC 98000', 'ES 28001', 'ES 35001'],
    ...['ES 38001', 'ES 51001', 'ES 52001', 'IT 00118', 'IT 23041', 'IT 22061', 'GR 10431', 'GR 63086', 'FI 00100'],
    ...['FI 22100', 'AX 22100', 'PT 9000-001', 'NO 0150', 'US 10001', 'PR 00901', 'CA M5V 2T6'],
  ]
  const toPlace = (text: string) => ({ country: text.slice(0, 2), post_code: text.slice(3) })
  const places = texts.map(toPlace)
  const blank = { name: null, line1: '1 Main St', city: 'Town', province: null }
  const onServer = ({ country, post_code }: (typeof places)[number]) =>
    ({ ...blank, country, postCode: post_code }) as never
  const others = places.flatMap((from) =>
    places
      .filter((to) => crossesCustoms(from, to) !== crossesForServer({ pickup: onServer(from), dropoff: onServer(to) }))
      .map((to) => `${from.country} ${from.post_code} to ${to.country} ${to.post_code}`),
  )
  expect(others).toEqual([])
})
