import { expect, test } from 'vitest'
import { type FaultRow, faultTable } from './fault-table.ts'

const aFile = (...faults: FaultRow[]) => ({
  name: 'a.fault.test.ts',
  status: 'passed',
  message: '',
  assertionResults: [
    { title: 'holds', status: 'passed', failureMessages: [], meta: { faults } },
    { title: 'is another', status: 'passed', failureMessages: [] },
  ],
})

test('each fault of each file is a line', () => {
  const kill = { fault: 'kill', operations: 300, lost: 0, doubled: 0, stuck: 1, worstRecoveryMs: 12_345 }
  const outage = { fault: 'broker away', operations: 45, lost: 0, doubled: 2, stuck: 0, worstRecoveryMs: 60 }
  expect(faultTable([aFile(kill), aFile(outage)])).toEqual([
    'fault        operations  lost  doubled  stuck  worst recovery (s)',
    'kill                300     0        0      1                12.3',
    'broker away          45     0        2      0                 0.1',
  ])
})

test('without a recorded fault there is no table', () => {
  expect(faultTable([aFile()])).toEqual([])
})
