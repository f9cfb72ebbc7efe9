import { randomBytes } from 'node:crypto'

/** A new encryption key, as `createSecretBox` reads it. */
export const newEncryptionKey = (id: string): string => `${id}:${randomBytes(32).toString('base64')}`
