/** The images of proofs. DoorDash prints no labels. */
import type { CarrierAdapter } from '../../carrier-adapter.ts'
import { isSuccess } from '../../http/outcome.ts'
import type { VendorClient } from '../../vendor/client.ts'
import { failAsNotOffered } from '../../vendor/failures.ts'
import { detectContentType } from '../../wrappers/readable-documents.ts'
import { describeFailure } from './client.ts'

export const documentCalls = (client: VendorClient): Pick<CarrierAdapter, 'label' | 'media'> => ({
  label: failAsNotOffered(describeFailure, 'DoorDash Drive prints no labels.'),

  async media(url, call) {
    const download = client.download(call, url, null)
    if (download === null) {
      const message = 'The address is none of a proof of DoorDash Drive.'
      return { kind: 'failed', failure: describeFailure('media_address_unknown', message) }
    }
    const outcome = await download
    if (!isSuccess(outcome)) return client.failed(outcome)
    const contentType = detectContentType(outcome.body) ?? outcome.contentType ?? 'image/jpeg'
    return { kind: 'media', media: { contentType, bytes: outcome.body } }
  },
})
