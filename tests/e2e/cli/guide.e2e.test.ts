/** Runs the commands of the guide to the command line as they stand there. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createTenant } from '../tenant.ts'
import { baseUrl, openShell, refusalsOnly } from './shell.ts'

const guide = readFileSync(join(import.meta.dirname, '../../../docs/guides/cli.md'), 'utf8')
const commands = [...guide.matchAll(/```sh\n(.*?)```/gs)].map(([, text = '']) => text)

test('the guide signs in, ships, tracks to the delivery, and never shows the key', async () => {
  const shell = openShell()
  onTestFinished(() => shell.remove())
  const { access_token } = await createTenant()
  const { exitCode, out, err } = await shell.run(commands.join('\n'), {
    WAYBILL_URL: baseUrl,
    WAYBILL_API_KEY: access_token,
  })
  expect({ exitCode, err }).toEqual({ exitCode: 0, err: expect.stringMatching(refusalsOnly) })
  expect(out).toMatch(/^Signed in at \S+ with wb_test_\S{4}…, as the profile "default"\.$/m)
  expect(out).toContain('Removed the profile "shop".')
  expect(out).toMatch(/^qop_\w+ .* GBP /m)
  // The courier may have gone on while the command waited.
  expect(out).toMatch(/^booking_id +bkg_\w+\nstatus +(?!pending|failed)\w+\ncarrier /m)
  expect(out).toContain('Saved the label in label.pdf.')
  expect(out).toMatch(/Z {2}delivered\b/)
  expect(out).toMatch(/^type +booking\.proof_ready$/m)
  expect(out).toMatch(/^shp_\w+\tdelivered$/m)
  const [first, second] = out
    .split('\n')
    .filter((line) => line.startsWith('shipment_id '))
    .slice(-2)
  expect(second).toBe(first) // the same idempotency key
  expect(shell.read('label.pdf').subarray(0, 4).toString()).toBe('%PDF')
  expect(out).not.toContain(access_token)
}, 600_000) // a score of programs, one after the other
