import { expect, test } from 'vitest'
import { createManifestSchema } from './manifest.ts'

test('a ship date that does not exist is refused with what is wanted', () => {
  for (const ship_date of ['tomorrow', '2026-02-30'])
    expect(createManifestSchema.safeParse({ booking_ids: ['bkg_1'], ship_date }).error?.issues).toMatchObject([
      { path: ['ship_date'], message: 'must be a date that exists, such as 2026-12-24' },
    ])
})
