/** The documents of proofs. Uber prints no labels. */
import type { CarrierAdapter, MediaOutcome } from '../../carrier-adapter.ts'
import type { VendorClient } from '../../vendor/client.ts'
import { failAsNotOffered } from '../../vendor/failures.ts'
import { detectContentType } from '../../wrappers/readable-documents.ts'
import { describeFailure } from './client.ts'
import { uberDirectDescriptor } from './descriptor.ts'
import { toDocumentRequest } from './mapping/proofs.ts'
import { wireProof } from './wire.ts'

const { timeoutsMs } = uberDirectDescriptor

export const documentCalls = ({ send, read }: VendorClient): Pick<CarrierAdapter, 'label' | 'media'> => ({
  label: failAsNotOffered(describeFailure, 'Uber Direct prints no labels.'),

  async media(url, call): Promise<MediaOutcome> {
    const document = toDocumentRequest(url)
    if (document === null) {
      const text = 'The address is none of a proof of Uber Direct.'
      return { kind: 'failed', failure: describeFailure('media_address_unknown', text) }
    }
    const exchange = { operation: 'media', method: 'POST', reference: null, timeoutMs: timeoutsMs.track } as const
    const outcome = await send(call, { ...exchange, ...document })
    return read(outcome, wireProof, ({ document: text }) => {
      const bytes = Buffer.from(text.replace(/^data:[^,]*,/, ''), 'base64')
      return { kind: 'media' as const, media: { contentType: detectContentType(bytes) ?? 'image/png', bytes } }
    })
  },
})
