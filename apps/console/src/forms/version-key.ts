/** An idempotency key for a change of one version: the same change of another version is another request. */
export const versionKey = (key: string, etag: string | null): string => `${key}-${etag?.replaceAll('"', '') ?? ''}`
