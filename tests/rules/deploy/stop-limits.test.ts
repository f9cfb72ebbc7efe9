/** The limits of all parts fit into the time to stop, and this into the grace periods of the supervisors. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { RUNS_END_WITHIN_MS } from '@waybill/booking/saga/runner'
import { LEASE_MARGIN_MS } from '@waybill/booking/saga/steps/work'
import { LONGEST_CARRIER_CALL_MS } from '@waybill/carriers/carrier-descriptor'
import { CLOSING_MS, LONGEST_CALL_MS, LONGEST_DRAIN_DELAY_MS, STOP_LIMIT_MS } from '@waybill/chassis/config/stop-limits'
import { databaseVariables } from '@waybill/chassis/process/service-variables'
import { TIMEOUT_MS } from '@waybill/edge/routing/route'
import { DRAIN_MS as WEBHOOK_DRAIN_MS } from '@waybill/webhook/service'
import { expect, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'

const root = join(import.meta.dirname, '../../..')
/** Between the exit of the process and the end of the grace period, for a machine that is busy. */
const MARGIN_MS = 5_000
const seconds = (text: string): number => Number(/^(\d+)s$/.exec(text)?.[1])

const manifests = parseAllDocuments(readFileSync(join(root, 'deploy/helm/rendered/production.yaml'), 'utf8')).map(
  (document) => document.toJS(),
)
const findManifest = (kind: string) =>
  manifests.find((manifest) => manifest.kind === kind && manifest.metadata.name === 'booking')

test('a process ends well within the grace periods of Kubernetes and Compose', () => {
  const { terminationGracePeriodSeconds } = findManifest('Deployment').spec.template.spec
  const { 'x-process': ours } = parse(readFileSync(join(root, 'docker-compose.yml'), 'utf8'), { merge: true })
  for (const grace of [terminationGracePeriodSeconds, seconds(ours.stop_grace_period)]) {
    expect(grace * 1_000).toBeGreaterThanOrEqual(STOP_LIMIT_MS + MARGIN_MS)
  }
})

test('requests that arrive until the drain delay ends are answered before the process ends', () => {
  expect(databaseVariables.DRAIN_DELAY_MS.max).toBe(LONGEST_DRAIN_DELAY_MS)
  expect(seconds(findManifest('ConfigMap').data.DRAIN_DELAY_MS) * 1_000).toBeLessThanOrEqual(LONGEST_DRAIN_DELAY_MS)
  expect(Math.max(...Object.values(TIMEOUT_MS))).toBe(LONGEST_CALL_MS)
  expect(LONGEST_DRAIN_DELAY_MS + LONGEST_CALL_MS + CLOSING_MS).toBeLessThanOrEqual(STOP_LIMIT_MS)
})

test('the longest call of a carrier and the longest delivery that have begun end before the process does', () => {
  expect(RUNS_END_WITHIN_MS).toBeLessThan(STOP_LIMIT_MS)
  expect(LONGEST_CARRIER_CALL_MS + LEASE_MARGIN_MS).toBeLessThan(RUNS_END_WITHIN_MS)
  expect(WEBHOOK_DRAIN_MS).toBeLessThan(STOP_LIMIT_MS - CLOSING_MS)
})
