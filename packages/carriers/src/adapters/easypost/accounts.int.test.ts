/** Verification of accounts at EasyPost, and their keys. */
import { expect, test } from 'vitest'
import { stageEasyPost } from '../../testing/easypost/stage.ts'

const { stage, aCall } = stageEasyPost()

test('a wrong key is refused in EasyPost’s words', async () => {
  const wrong = { ...stage.account, credentials: { ...stage.account.credentials, api_key: 'wrong-key-1' } }
  const outcome = await stage.adapter.verify?.({ callbackUrl: null }, aCall({ account: wrong }))
  expect(outcome).toMatchObject({
    kind: 'refused',
    failure: { code: 'APIKEY.INACTIVE', httpStatus: 401, message: expect.stringContaining('no longer active') },
  })
})

test('verification registers one webhook, gives it the secret again, and leaves those of others alone', async () => {
  const { carrierAccountId } = stage.account
  const verify = (callbackUrl: string) => stage.adapter.verify?.({ callbackUrl }, aCall())
  const path = `/callbacks/${carrierAccountId}`
  expect(await verify(`https://old.example${path}`)).toEqual({ kind: 'verified' })
  const [webhook] = stage.server.listWebhooks(carrierAccountId)
  Object.assign(webhook ?? {}, { secret: 'lost', disabled_at: '2026-01-01T00:00:00Z' })
  expect(await verify(`https://old.example${path}`)).toEqual({ kind: 'verified' })
  const { callback_secret: secret } = stage.account.credentials
  expect(stage.server.listWebhooks(carrierAccountId)).toMatchObject([{ id: webhook?.id, secret, disabled_at: null }])

  stage.server
    .listWebhooks(carrierAccountId)
    .push({ ...(webhook ?? expect.fail()), id: 'hook_other', url: 'https://shop.example/hook' })
  expect(await verify(`https://new.example${path}`)).toEqual({ kind: 'verified' })
  const urls = stage.server.listWebhooks(carrierAccountId).map(({ url }) => url)
  expect(urls.sort()).toEqual([`https://new.example${path}`, 'https://shop.example/hook'])
})

test('keys tell the mode', () => {
  expect(stage.adapter.getMode?.({ api_key: 'EZTK1' })).toBe('test')
  expect(stage.adapter.getMode?.({ api_key: 'EZAK1' })).toBe('live')
  expect(stage.adapter.getMode?.({ api_key: 'cueqNZUb' })).toBe(null)
  expect(stage.adapter.getMode?.({})).toBe(null)
})
