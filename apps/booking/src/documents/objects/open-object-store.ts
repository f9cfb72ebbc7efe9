import { createDiskStore } from './disk-store.ts'
import type { ObjectStore } from './object-store.ts'
import { createS3Store, type S3Options } from './s3-store.ts'

export type ObjectStoreOptions = { directory: string } | { s3: S3Options }

/** Opens a bucket or a directory. Several replicas need a bucket, or a directory that all of them share. */
export const openObjectStore = (options: ObjectStoreOptions): ObjectStore =>
  's3' in options ? createS3Store(options.s3) : createDiskStore(options.directory)
