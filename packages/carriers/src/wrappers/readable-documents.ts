/** Detects by their first bytes whether labels, photos and signatures are what they claim to be. */
import type {
  CallbackOutcome,
  CarrierAdapter,
  CarrierJob,
  Label,
  LabelOutcome,
  LabelRequest,
  TrackOutcome,
} from '../carrier-adapter.ts'
import type { LabelFormat } from '../carrier-descriptor.ts'
import { quoteAnswer } from '../http/answer-text.ts'
import { malformedAnswer } from '../http/outcome.ts'
import type { CarrierMedia, CarrierProof, TrackingFact } from '../tracking-fact.ts'

export const labelContentTypes = {
  pdf: 'application/pdf',
  zpl: 'application/zpl',
  png: 'image/png',
} as const satisfies Record<LabelFormat, string>

/** Forms in which carriers send codes. */
const codeTypes: ReadonlySet<string> = new Set<string>([labelContentTypes.pdf, labelContentTypes.png])

/** Code of a label that the carrier has in another form only. */
export const FORM_UNAVAILABLE = 'form_unavailable'

/** PDF readers accept the header within the first 1,024 bytes (ISO 32000-1, annex H, 3.4.1). */
const HEAD_BYTES = 1_024

const HEIC_BRANDS = new Set(['heic', 'heix', 'hevc', 'mif1', 'msf1'])

/** How each type begins, read as Latin-1. A download of graphics (`~DG`) may precede a ZPL label. */
const signatures: readonly [contentType: string, matches: (head: string) => boolean][] = [
  ['image/png', (head) => head.startsWith('\x89PNG\r\n\x1a\n')],
  ['image/jpeg', (head) => head.startsWith('\xff\xd8\xff')],
  ['image/webp', (head) => head.startsWith('RIFF') && head.startsWith('WEBP', 8)],
  ['image/heic', (head) => head.startsWith('ftyp', 4) && HEIC_BRANDS.has(head.slice(8, 12))],
  ['image/gif', (head) => head.startsWith('GIF8')],
  ['image/tiff', (head) => head.startsWith('II*\0') || head.startsWith('MM\0*')],
  ['application/zpl', (head) => /^\s*(?:\^XA|~[A-Z])/.test(head)],
  ['application/pdf', (head) => head.includes('%PDF-')],
]

/** The content type by the first bytes; null: no type of labels or proofs. */
export function detectContentType(bytes: Buffer): string | null {
  const head = bytes.subarray(0, HEAD_BYTES).toString('latin1')
  return signatures.find(([, matches]) => matches(head))?.[0] ?? null
}

/**
 * The adapter with unreadable documents removed, because stored documents are served for ever. An unreadable label or photo
 * is a failed read; one that came with a job or a report is left out, so that it is fetched.
 */
export function readableDocuments(adapter: CarrierAdapter): CarrierAdapter {
  const { carrierCode } = adapter.descriptor
  const unreadable = (bytes: Buffer, expected: string) => {
    const quoted = quoteAnswer({ body: bytes, contentType: null })
    const said = `answered with something other than ${expected}${quoted === null ? '' : `: ${quoted}`}`
    return { kind: 'failed', failure: malformedAnswer(carrierCode, null, said) } as const
  }
  const { manifestDocuments } = adapter
  return {
    ...adapter,
    async book(request, call) {
      const outcome = await adapter.book(request, call)
      return outcome.kind === 'booked' ? { ...outcome, job: withReadableLabel(outcome.job) } : outcome
    },
    async findJob(query, call) {
      const outcome = await adapter.findJob(query, call)
      return outcome.kind === 'found' ? { ...outcome, job: withReadableLabel(outcome.job) } : outcome
    },
    async label(request, call) {
      const outcome = await adapter.label(request, call)
      if (outcome.kind !== 'label') return outcome
      const { bytes } = outcome.label
      const wanted = labelContentTypes[request.format]
      const found = detectContentType(bytes)
      if (request.document === 'qr')
        return found !== null && codeTypes.has(found)
          ? { kind: 'label', label: { bytes, contentType: found } }
          : unreadable(bytes, 'an image of a code')
      if (found === wanted) return { kind: 'label', label: { bytes, contentType: wanted } }
      const isOtherForm = Object.values<string | null>(labelContentTypes).includes(found)
      return isOtherForm
        ? inOtherForm(adapter.descriptor, request, found ?? '')
        : unreadable(bytes, `a label in ${request.format}`)
    },
    ...(manifestDocuments && {
      async manifestDocuments(query, call) {
        const outcome = await manifestDocuments(query, call)
        if (outcome.kind !== 'documents') return outcome
        const documents: Label[] = []
        for (const { bytes } of outcome.documents) {
          const contentType = detectContentType(bytes)
          if (contentType !== 'application/pdf' && contentType !== 'image/png') return unreadable(bytes, 'a PDF')
          documents.push({ bytes, contentType })
        }
        return { kind: 'documents', documents }
      },
    }),
    async media(url, call) {
      const outcome = await adapter.media(url, call)
      if (outcome.kind !== 'media') return outcome
      const contentType = detectMediaType(outcome.media.bytes)
      return contentType === null
        ? unreadable(outcome.media.bytes, 'a photo')
        : { kind: 'media', media: { ...outcome.media, contentType } }
    },
    async track(carrierJobId, call, numbers) {
      return withReadableProofs(await adapter.track(carrierJobId, call, numbers))
    },
    parseCallback: async (input) => withReadableProofs(await adapter.parseCallback(input)),
  }
}

/** The carrier sent a label, and not the one that was asked for. It is never stored under the type that was asked for. */
const inOtherForm = (
  { carrierCode, name }: CarrierAdapter['descriptor'],
  { format }: LabelRequest,
  sent: string,
): LabelOutcome => {
  const message = `${name} sent this label as ${sent}, and not as ${format}. Ask for it in another format.`
  const failure = {
    carrierCode,
    code: FORM_UNAVAILABLE,
    message,
    httpStatus: null,
    retryable: false,
    retryAfterMs: null,
  }
  return { kind: 'no_such_label', failure }
}

const detectMediaType = (bytes: Buffer): string | null => {
  const contentType = detectContentType(bytes)
  return contentType === labelContentTypes.zpl ? null : contentType
}

function withReadableLabel(job: CarrierJob): CarrierJob {
  const found = job.label && detectContentType(job.label.bytes)
  const contentType = Object.values(labelContentTypes).find((type) => type === found)
  const label = job.label && contentType ? { ...job.label, contentType } : null
  const hasPapers = job.papers && detectContentType(job.papers.bytes) === labelContentTypes.pdf
  return { ...job, label, ...(job.papers && { papers: hasPapers ? job.papers : null }) }
}

/** Whether the bytes begin like a document of that content type. */
export const matchesContentType = ({ contentType, bytes }: Label): boolean => detectContentType(bytes) === contentType

const withReadableProofs = <Outcome extends TrackOutcome | CallbackOutcome>(outcome: Outcome): Outcome =>
  outcome.kind === 'facts' ? { ...outcome, facts: outcome.facts.map(withReadableProof) } : outcome

const withReadableProof = (fact: TrackingFact): TrackingFact =>
  fact.pod === null ? fact : { ...fact, pod: withReadableMedia(fact.pod) }

const withReadableMedia = (pod: CarrierProof): CarrierProof => ({
  ...pod,
  photos: pod.photos.map(readableMedia).filter((photo) => photo !== null),
  signature: pod.signature && readableMedia(pod.signature),
})

/** The media with its bytes if they are readable, else with its address alone; null: neither. */
function readableMedia<Given extends CarrierMedia>(media: Given): Given | null {
  if (media.bytes === null) return media
  const contentType = detectMediaType(media.bytes)
  if (contentType !== null) return { ...media, contentType }
  return media.url === null ? null : { ...media, bytes: null }
}
