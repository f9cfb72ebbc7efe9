import { expect, test } from 'vitest'
import { findWrites } from './postgres-proxy.ts'

test.each([
  ['insert into "shipment" ("id") values ($1)', ['insert shipment']],
  [
    'with new as (insert into a select 1), old as (delete from b) update c set x = 1',
    ['insert a', 'delete b', 'update c'],
  ],
  ['insert into a values (1) on conflict (id) do update set x = 2', ['insert a']],
  ['select 1 from a for update skip locked', []],
  ['select 1 from a for no key update', []],
  [`select 'insert into a'`, []],
  ['update "booking"."operation" set kind = \'update now\'', ['update operation']],
  [`insert into a -- another's\n select 1; insert into b values ('c')`, ['insert a', 'insert b']],
  ['create table event_2026_11 partition of event', ['create table event_#_#']],
  ['commit', []],
])('%s', (statement, writes) => {
  expect(findWrites(statement)).toEqual(writes)
})
