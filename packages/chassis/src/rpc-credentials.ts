import * as grpc from '@grpc/grpc-js'

/** Credentials of a server. Plain: the network between services is private, and every call is signed. */
export const serverCredentials = (): grpc.ServerCredentials => grpc.ServerCredentials.createInsecure()

/** Credentials of a client; the counterpart of `serverCredentials`. */
export const clientCredentials = (): grpc.ChannelCredentials => grpc.credentials.createInsecure()

/** Largest message either side takes: room for a page of documents, far below what would stall the event loop. */
export const MAX_MESSAGE_BYTES = 4 * 1024 * 1024
