/** Pure: the key of an endpoint, which is that of its subscription. */

export interface EndpointKey {
  environmentId: string
  subscriptionId: string
}

export const endpointKey = ({ environmentId, subscriptionId }: EndpointKey): EndpointKey => ({
  environmentId,
  subscriptionId,
})

/** The key as one string, for maps. */
export const endpointKeyText = ({ environmentId, subscriptionId }: EndpointKey): string =>
  `${environmentId} ${subscriptionId}`

/** Column arrays for `unnest` in statements about many rows. */
export const environmentIds = (rows: readonly { environmentId: string }[]): string[] =>
  rows.map(({ environmentId }) => environmentId)
export const subscriptionIds = (rows: readonly { subscriptionId: string }[]): string[] =>
  rows.map(({ subscriptionId }) => subscriptionId)
