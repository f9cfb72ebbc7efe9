import { ConflictError } from '@waybill/sdk'
import { Command } from 'commander'
import { expect, test } from 'vitest'
import { CliError } from './cli-error.ts'
import { runProgram } from './run-program.ts'

test('an error as JSON has code, status and request once, beside the message', async () => {
  const message = 'It is booked. (409 shipment_busy, request req_1)\n  city: is required'
  const cause = new ConflictError({ code: 'shipment_busy', message, status: 409, request_id: 'req_1' })
  const command = new Command('waybill').action(() => {
    throw new CliError(1, message, { cause })
  })
  const written: string[] = []
  const terminal = { out: () => {}, err: (text: string) => written.push(text) }
  const program = { command, explain: () => null, wantsJson: () => true }
  expect(await runProgram(program, [], terminal as never)).toBe(1)
  expect(JSON.parse(written.join('')).error).toMatchObject({
    code: 'shipment_busy',
    status: 409,
    request_id: 'req_1',
    message: 'It is booked.\n  city: is required',
  })
})
