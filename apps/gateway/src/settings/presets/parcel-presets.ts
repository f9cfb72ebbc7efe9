/** The calls of merchants on parcel presets: parse → transaction → command → encode. */
import { type Answer, answerOnce } from '@waybill/chassis/idempotency/operations'
import { decodeCursor, encodeCursor } from '@waybill/chassis/postgres/cursor'
import type { Database } from '@waybill/chassis/postgres/database'
import { pageRequest, toPage } from '@waybill/chassis/postgres/page'
import { envelopeBytes, listEnvelope, successEnvelope } from '@waybill/contracts/envelope'
import { readDocument, withOthers } from '@waybill/contracts/requests/validation'
import { pageMessage } from '@waybill/edge/routing/query'
import type { Call, Reply } from '@waybill/edge/routing/route'
import type { GatewayDatabase } from '../../db.ts'
import { changePreset, createPreset, presetNotFound, removePreset } from './commands.ts'
import {
  type CreateParcelPreset,
  type ParcelPreset,
  presetPatchProblems,
  publicParcelPreset,
  type UpdateParcelPreset,
  updateParcelPresetSchema,
} from './document.ts'
import { findPreset, listPresetPage, type PresetKey } from './repository.ts'

export interface ParcelPresets {
  create(call: Call<unknown, CreateParcelPreset>): Promise<Reply>
  list(call: Call<{ limit?: number; cursor?: string }>): Promise<Reply>
  get(call: Call): Promise<Reply>
  update(call: Call): Promise<Reply>
  delete(call: Call): Promise<Reply>
}

export function createParcelPresets({ db }: { db: Database<GatewayDatabase> }): ParcelPresets {
  /** Throws `validation_error` with every wrong field, judged with the stored preset. */
  async function readPatch(key: PresetKey, bytes: Buffer): Promise<UpdateParcelPreset> {
    const read = readDocument(updateParcelPresetSchema, JSON.parse(bytes.toString()))
    if (read.ok) return read.document
    const before = await findPreset(db, key)
    throw withOthers(read.error, before ? presetPatchProblems(before, read.accepted) : [])
  }

  return {
    create: ({ context, document }) =>
      answerOnce(db, context, async (trx) =>
        answer(201, await createPreset(trx, context.environmentId, document, new Date())),
      ),

    async list({ context: { environmentId }, query }) {
      const { limit, cursor } = pageRequest(pageMessage(query))
      const list = ['parcel_presets', environmentId]
      const after = cursor === null ? null : (decodeCursor(list, cursor)[0] ?? '')
      const found = await listPresetPage(db, environmentId, { after, limit })
      const { items, meta } = toPage(found, limit, (last) => encodeCursor(list, [last.presetId]))
      return { status: 200, body: envelopeBytes(listEnvelope(items.map(publicParcelPreset), meta)) }
    },

    async get(call) {
      const key = toKey(call)
      const preset = await findPreset(db, key)
      if (preset === undefined) throw presetNotFound(key.presetId)
      return answer(200, preset)
    },

    async update(call) {
      const key = toKey(call)
      const patch = await readPatch(key, call.bytes)
      const { ifMatch } = call.context
      return answerOnce(db, call.context, async (trx) =>
        answer(200, await changePreset(trx, key, { ifMatch, patch, at: new Date() })),
      )
    },

    delete: (call) =>
      answerOnce(db, call.context, async (trx) => {
        await removePreset(trx, toKey(call), call.context.ifMatch)
        return { status: 204, body: Buffer.alloc(0) }
      }),
  }
}

const toKey = ({ context, params }: Call): PresetKey => ({
  environmentId: context.environmentId,
  presetId: params.preset_id ?? '',
})

const answer = (status: number, preset: ParcelPreset): Answer => ({
  status,
  body: envelopeBytes(successEnvelope(publicParcelPreset(preset))),
  etag: String(preset.version),
})
