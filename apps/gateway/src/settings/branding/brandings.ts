/** The calls of merchants on the look of tracking pages: parse → transaction → command → encode. */
import { createHash, randomBytes } from 'node:crypto'
import { type Answer, answerOnce } from '@waybill/chassis/idempotency/operations'
import type { Database } from '@waybill/chassis/postgres/database'
import { AppError } from '@waybill/contracts/app-error'
import { envelopeBytes, successEnvelope } from '@waybill/contracts/envelope'
import { readDocument, withOthers } from '@waybill/contracts/requests/validation'
import type { Call, Reply } from '@waybill/edge/routing/route'
import type { GatewayDatabase } from '../../db.ts'
import { changeBranding, changeLogo, resetBranding } from './commands.ts'
import {
  type Branding,
  brandingPatchProblems,
  noBranding,
  publicBranding,
  type UpdateBranding,
  updateBrandingSchema,
} from './document.ts'
import { readLogo } from './logo-image.ts'
import { findBranding, findLogo, findMerchantName } from './repository.ts'

const TOKEN_BYTES = 16

export interface Brandings {
  get(call: Call): Promise<Reply>
  update(call: Call): Promise<Reply>
  reset(call: Call): Promise<Reply>
  uploadLogo(call: Call): Promise<Reply>
  deleteLogo(call: Call): Promise<Reply>
  /** The image, for anybody who has its URL. */
  openLogo(call: Call): Promise<Reply>
  /** For the tracking page. */
  /** As the tracking page shows it: with the merchant's name, if no name or logo was set. */
  find(environmentId: string): Promise<Branding>
}

export function createBrandings({ db, publicUrl }: { db: Database<GatewayDatabase>; publicUrl: string }): Brandings {
  const answer = (status: number, branding: Branding): Answer => ({
    status,
    body: envelopeBytes(successEnvelope(publicBranding(branding, publicUrl))),
    etag: String(branding.version),
  })
  const toChange = ({ context: { environmentId, ifMatch } }: Call) => ({ environmentId, ifMatch, at: new Date() })
  const stored = async (environmentId: string) => (await findBranding(db, environmentId)) ?? noBranding(environmentId)

  /** Throws `validation_error` with every wrong field. */
  async function readPatch({ context, bytes }: Call): Promise<UpdateBranding> {
    const read = readDocument(updateBrandingSchema, JSON.parse(bytes.toString()))
    if (read.ok) return read.document
    const shown = publicBranding(await stored(context.environmentId), publicUrl)
    throw withOthers(read.error, brandingPatchProblems(shown, read.accepted))
  }

  return {
    get: async ({ context }) => answer(200, await stored(context.environmentId)),

    async update(call) {
      const patch = await readPatch(call)
      return answerOnce(db, call.context, async (trx) =>
        answer(200, await changeBranding(trx, toChange(call), { patch, publicUrl })),
      )
    },

    reset: (call) =>
      answerOnce(db, call.context, async (trx) => {
        await resetBranding(trx, toChange(call))
        return { status: 204, body: Buffer.alloc(0) }
      }),

    async uploadLogo(call) {
      const { bytes } = call
      const image = readLogo(bytes)
      const token = randomBytes(TOKEN_BYTES).toString('base64url')
      // The hash of the context is that of a JSON body.
      const context = { ...call.context, bodyHash: createHash('sha256').update(bytes).digest('hex') }
      return answerOnce(db, context, async (trx) =>
        answer(200, await changeLogo(trx, toChange(call), { ...image, token, bytes })),
      )
    },

    deleteLogo: (call) =>
      answerOnce(db, call.context, async (trx) => {
        await changeLogo(trx, toChange(call), null)
        return { status: 204, body: Buffer.alloc(0) }
      }),

    async openLogo({ params }) {
      const logo = await findLogo(db, params.logo_token ?? '')
      if (logo === null) throw new AppError('route_not_found', 'There is no logo at this address: it was replaced.')
      return {
        status: 200,
        body: logo.bytes,
        contentType: logo.contentType,
        headers: {
          'cache-control': 'public, max-age=31536000, immutable',
          'content-security-policy': "default-src 'none'",
        },
      }
    },

    async find(environmentId) {
      const branding = await stored(environmentId)
      if (branding.displayName !== null || branding.logo !== null) return branding
      return { ...branding, displayName: await findMerchantName(db, environmentId) }
    },
  }
}
