/** What a token may do: a resource and `read` or `write`. Write does not imply read. */
export const scopes = [
  'shipments:read',
  'shipments:write',
  'quotes:read',
  'quotes:write',
  'bookings:read',
  'bookings:write',
  'webhooks:read',
  'webhooks:write',
  'carriers:read',
  'carriers:write',
  'drivers:read',
  'drivers:write',
  'events:read',
] as const
export type Scope = (typeof scopes)[number]
