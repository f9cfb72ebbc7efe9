/** A request of an operation, and the call that it leads to. */
export interface OperationCall {
  id: string
  path: string
  body?: unknown
  /** Method of the owning service. */
  calls: string
  /** Fields of its request, without the context. */
  with: object
  /** The methods that are called after it. */
  callsLater?: string[]
}
