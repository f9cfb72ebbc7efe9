/**
 * Loaded into every process of a stack before its program. Holds an operation at a named step so that the test can kill
 * the process there. Files control it: `<shipment>` names the step at which to hold that shipment's operation,
 * `<shipment>.held` the step at which it is held, and `<shipment>.known` exists once the shipment was named.
 */
import { subscribe } from 'node:diagnostics_channel'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { AnnouncedStep } from '@waybill/booking/saga/step-channel'
import { GATE, HOLDS_VARIABLE } from './step-holds.ts'

const directory = process.env[HOLDS_VARIABLE] ?? ''

function read(name: string): string | null {
  try {
    return readFileSync(join(directory, name), 'utf8')
  } catch {
    return null
  }
}

/** A dispatch starts before the test knows its shipment's ID, so it waits here until the test has named a step. */
const isBeforeGate = (name: string, shipmentId: string): boolean =>
  name === 'dispatch.quote' && read(GATE) !== null && read(`${shipmentId}.known`) === null

async function hold(name: string, shipmentId: string): Promise<void> {
  while (isBeforeGate(name, shipmentId)) await pause(25)
  if (read(shipmentId) !== name) return
  writeFileSync(join(directory, `${shipmentId}.held`), name)
  while (read(shipmentId) === name) await pause(25)
}

subscribe('waybill.booking.step', (message) => {
  const { name, shipmentId, waitFor } = message as AnnouncedStep
  if (isBeforeGate(name, shipmentId) || read(shipmentId) === name) waitFor(hold(name, shipmentId))
})
