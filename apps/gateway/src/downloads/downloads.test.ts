import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openDownloads } from './downloads.ts'

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'waybill-downloads-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

test('a package that is still built is waited for, and has an entity tag', async () => {
  const folder = makeFolder()
  const asked = openDownloads(folder).answer('waybill-sdk.tgz', undefined)
  writeFileSync(join(folder, 'waybill-sdk.tgz'), 'packed')
  const { status, headers } = await asked
  expect(status).toBe(200)
  const again = await openDownloads(folder).answer('waybill-sdk.tgz', String(headers?.etag))
  expect(again.status).toBe(304)
})

test('a package that does not come is unavailable', async () => {
  const asked = openDownloads(makeFolder(), 1).answer('waybill-cli.tgz', undefined)
  await expect(asked).rejects.toMatchObject({ code: 'service_unavailable' })
})
