/** The envelope of every successful response. */
export const successEnvelope = <T>(data: T) => ({ success: true as const, data })

export interface ListMeta {
  has_more: boolean
  next_cursor: string | null
  limit: number
}

export const listEnvelope = <T>(data: T[], meta: ListMeta) => ({ success: true as const, data, meta })

/** The bytes of a response, as stored, forwarded and replayed. */
export const envelopeBytes = (envelope: object): Buffer => Buffer.from(JSON.stringify(envelope))
