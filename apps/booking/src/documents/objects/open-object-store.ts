import { createDiskStore } from './disk-store.ts'
import type { ObjectStore } from './object-store.ts'
import { createS3Store, type S3Options } from './s3-store.ts'

export type ObjectStoreOptions = { directory: string } | { s3: S3Options }

/** A bucket where one is given, else a directory. Several replicas need a bucket, or one directory that all see. */
export const openObjectStore = (options: ObjectStoreOptions): ObjectStore =>
  's3' in options ? createS3Store(options.s3) : createDiskStore(options.directory)
